import { expect, test } from 'vitest'
import { takeAbstract } from './html-abstract.ts'
import { htmlSections } from './html-sections.ts'
import { parseHtml } from './html-tree.ts'

/** "## Heading: text" of each section, line feeds as "|". */
function outline(body: string, title?: string): string[] {
  const document = parseHtml(body)
  if (document === undefined) throw new Error('nested too deeply')
  return htmlSections(document, title).map(({ heading, level, text }) => `${'#'.repeat(level)} ${heading}: ${text.replaceAll('\n', '|')}`)
}

test.each<[name: string, body: string, outline: string[], title?: string]>([
  [
    'by headings beside the text',
    '<p>o</p><h2>A</h2><p>a</p><p>b</p><h3>B</h3><p>c</p><h2>C</h2>',
    ['# : o', '# A: a|b', '## B: c', '# C: '],
  ],
  [
    'by headings in frames of their own',
    '<section><div><h2>A</h2></div><p>a</p><section><h3>B</h3>b</section>c</section><p>d</p>',
    ['# A: a', '## B: b|c|d'],
  ],
  ['ranks that are skipped', '<h2>A</h2><h5>B</h5><h6>C</h6><h4>D</h4><h3>E</h3>', ['# A: ', '## B: ', '### C: ', '## D: ', '## E: ']],
  ['a higher rank after a lower', '<h6>A</h6>a<h2>B</h2>b', ['# A: a', '# B: b']],
  ['the only headline is the title', '<h1>T</h1><p>a</p><h2>A</h2>', ['# : a', '# A: ']],
  ['several headlines are sections, but for the title', '<h1>The “T”</h1><h1>A</h1><h2>B</h2>', ['# A: ', '## B: '], 'the T'],
  ['several headlines without a title', '<h1>A</h1><h1>B</h1>', ['# A: ', '# B: ']],
  ['a title of another rank', '<h2>T</h2><p>a</p><h3>A</h3><h2>T</h2>', ['# : a', '# A: ', '# T: '], 'T'],
  [
    'headings of figures and tables are text',
    '<h2>A</h2><h3>Figure 1. x</h3><h3>Table 2</h3><h4>Fig. 3</h4><h4>Box 4</h4><h4>Scheme 5</h4><h4>Algorithm 6</h4><h3>Tables of 5</h3>',
    ['# A: Figure 1. x|Table 2|Fig. 3|Box 4|Scheme 5|Algorithm 6', '## Tables of 5: '],
  ],
  ['empty headings are none', '<h2> </h2><p>a</p>', ['# : a']],
  [
    'marks and links of headings',
    '<h2><span class="ltx_tag">1</span> A\n<em>b</em><a class="anchor">x</a></h2><h2>B¶</h2><h2>C #</h2><h2>D <a class="headerlink">§</a></h2><h2>C<a class="x">#</a>x</h2>',
    ['# A b: ', '# B: ', '# C: ', '# D: ', '# C#x: '],
  ],
  ['headings of two lines', '<h2>A<br>b</h2>', ['# A b: ']],
  ['tables and powers in sections', '<div><h2>A</h2><table><tr><td>42</td></tr></table>10<sup>3</sup></div>', ['# A: 10^3']],
  ['text without any heading', 'a<br>b<div>c</div>', ['# : a|b|c']],
  ['nothing', '', []],
])('sections: %s', (_, body, expected, title) => {
  expect(outline(body, title)).toEqual(expected)
})

const section = (line: string) => {
  const [, marks = '', heading = '', text = ''] = /^(#+) ([^:]*):(.*)$/.exec(line) ?? []
  return { heading, level: marks.length, text }
}
test.each<[name: string, sections: string[], abstract: string | undefined, rest: string[]]>([
  ['its section', ['# Intro:i', '# ABSTRACT:a', '# Methods:m'], 'a', ['# Intro:i', '# Methods:m']],
  ['with parts', ['# Abstract:a', '## Aim.:b', '### Deep:c', '## Empty:', '# M:m'], 'a\nAim: b\nDeep: c', ['# M:m']],
  ['with parts alone', ['# Abstract:', '## Aim:b', '# M:m'], 'Aim: b', ['# M:m']],
  ['before sections that lie too deep', ['# Abstract:a', '## Intro:i', '## Methods:m'], 'a', ['## Intro:i', '## Methods:m']],
  ['at the end', ['# M:m', '# Abstract:a'], 'a', ['# M:m']],
  ['in Portuguese', ['# Resumo:a'], 'a', []],
  ['in Spanish', ['# Resumen:a'], 'a', []],
  ['in French', ['# Résumé:a'], 'a', []],
  ['in German', ['# Zusammenfassung:a'], 'a', []],
  ['a summary that comes first', ['# Summary:a', '# M:m'], 'a', ['# M:m']],
  ['a summary that comes second', ['# :o', '# 1. Summary:a', '# M:m'], undefined, ['# :o', '# 1. Summary:a', '# M:m']],
  ['a summary behind a word on it', ['# :o', '# Summary:a', '# M:m'], 'a', ['# :o', '# M:m']],
  ['no summary that closes the paper', ['# :o', '# M:m', '# Summary:a'], undefined, ['# :o', '# M:m', '# Summary:a']],
  ['the abstract before a summary', ['# Summary:s', '# Abstract:a'], 'a', ['# Summary:s']],
  ['nothing of that name', ['# Abstract syntax:a'], undefined, ['# Abstract syntax:a']],
  ['empty', ['# Abstract:', '# M:m'], undefined, ['# M:m']],
])('the abstract: %s', (_, sections, abstract, rest) => {
  expect(takeAbstract(sections.map(section))).toEqual({ abstract, sections: rest.map(section) })
})
