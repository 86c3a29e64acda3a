/** The one style sheet of report.html: readable measure, light and dark, wide tables scroll, prints well. */
export const pageStyle = `:root { color-scheme: light dark; --line: #8886; --faint: #8881; --link: light-dark(#0b57d0, #8ab4f8); }
body { margin: 0 auto; padding: 2rem 1.25rem 4rem; max-width: 48rem; font: 1.05rem/1.6 Georgia, 'Times New Roman', serif; overflow-wrap: break-word; }
h1, h2, h3, nav, table { font-family: system-ui, sans-serif; }
h1 { font-size: 1.8rem; line-height: 1.25; }
h2 { margin-top: 2.2em; font-size: 1.25rem; border-bottom: 1px solid var(--line); }
a { color: var(--link); }
nav { margin: 1.5rem 0; padding: .5rem 1rem; background: var(--faint); font-size: .9rem; }
nav ol { columns: 2 16rem; column-gap: 3rem; margin: 0; }
table { display: block; overflow-x: auto; border-collapse: collapse; font-size: .85rem; }
th, td { padding: .25rem .6rem; border: 1px solid var(--line); text-align: left; vertical-align: top; }
th { background: var(--faint); }
[align="right"] { text-align: right; }
p:target { background: var(--faint); outline: .4rem solid var(--faint); }
@media print { nav { display: none; } body { max-width: none; } }
`
