import { describe, expect, test } from 'vitest'
import pbr022 from './fixtures/pbr-022.json' with { type: 'json' }
import { htmlFragment, htmlReport } from './html.ts'
import { markdownReport } from './markdown.ts'
import { content, material, moment } from './testing/example-run.ts'

/** Elements and attributes with which a page could run something or load something. */
const active = /<(?:script|img|iframe|svg|object|embed|form|base|link)\b|<[^>]*\s(?:on\w+|src|style)\s*=|href="(?!https?:\/\/|mailto:|#)/i

const page = (markdown: string, title = 't') => htmlReport(markdown, { title, language: 'en' })

describe('PBR-022: script in a title, a link or a report', () => {
  const row = (name: string) => {
    const found = pbr022.input.rows.find(({ row: key }) => key === name)
    if (found === undefined) throw new Error(`no row ${name}`)
    return found.in
  }

  test.each(pbr022.input.rows.map((entry) => [entry.row, entry.where, entry.in]))(
    'row %s, %s: nothing is active as Markdown, title or page title',
    (_, __, text) => {
      expect(page(text, text)).not.toMatch(active)
      const { recall } = { recall: material.corpus.records.get('library:recall') }
      if (recall === undefined) throw new Error('no record')
      const records = new Map([...material.corpus.records, ['library:recall', { ...recall, title: text, url: text, ids: { doi: text } }]])
      const report = markdownReport({ ...material, content: { ...content, title: text }, corpus: { ...material.corpus, records } }, moment)
      expect(page(report, text)).not.toMatch(active)
    },
  )

  test('row 1: the rest of the title is shown', () => {
    expect(htmlFragment(`# ${row('1')}`)).toBe('<h1>Heat &#x3C;img src=x onerror="window.__x=1"> waves</h1>')
  })

  test.each([
    ['2', '<p>See the trial.</p>'],
    ['3', '<p>See it and [b](java\nscript:window.__x=1).</p>'],
    ['5', '<p>&#x3C;svg onload=window.__x=1>&#x3C;/svg>&#x3C;iframe src="javascript:window.__x=1">&#x3C;/iframe></p>'],
  ])('row %s: links elsewhere are plain text, raw HTML is shown', (name, expected) => {
    expect(htmlFragment(row(name))).toBe(expected)
  })

  test('row 7: signs are shown, and escaped once', () => {
    const html = htmlFragment(row('7'))
    expect(html).toContain('<td>x&#x3C;y</td>')
    expect(html).toContain('<td>p &#x3C; 0.05 &#x26; n > 3</td>')
    expect(html).not.toMatch(/&amp;lt;|&#x26;lt;/)
  })

  test('row 8: a page title stays a title', () => {
    expect(page('', row('8'))).toContain('<title>&quot;&gt;&lt;body class=x onload=window.__x=1&gt;</title>')
  })
})

test.each([
  ['http', '[a](http://x.y)', '<a href="http://x.y">a</a>'],
  ['https', '[a](https://x.y)', '<a href="https://x.y">a</a>'],
  ['mailto', '[a](mailto:b@x.y)', '<a href="mailto:b@x.y">a</a>'],
  ['in the page', '[a](#b)', '<a href="#b">a</a>'],
  ['relative', '[a](b.html)', 'a'],
  ['another host without a scheme', '[a](//x.y)', 'a'],
  ['irc', '[a](irc://x.y)', 'a'],
  ['xmpp', '[a](xmpp:x@y)', 'a'],
  ['data', '[*a*](data:text/html,x)', '<em>a</em>'],
  ['an image', '![a](https://x.y/z.png)', 'a'],
  ['an image without a description', 'b ![](https://x.y/z.png)', 'b '],
  ['raw HTML in a quote', '> <b>', '<blockquote>\n<p>&#x3C;b></p>\n</blockquote>'],
])('links and images: %s', (_, markdown, expected) => {
  expect(htmlFragment(markdown).replace(/^<p>(.*)<\/p>$/s, '$1')).toBe(expected)
})

test.each([
  ['a raw block in a list', '- <div>\n', '<ul>\n<li>&#x3C;div></li>\n</ul>'],
  ['a raw block in a quote', '> <div>\n', '<blockquote>\n<p>&#x3C;div></p>\n</blockquote>'],
  ['a raw block in a footnote', 'a[^1]\n\n[^1]: <div>', '<p>&#x3C;div> <a'],
])('%s', (_, markdown, expected) => {
  expect(htmlFragment(markdown)).toContain(expected)
})

test('citations lead to their entries; numbers without one, in code or after the list do not', () => {
  const html = htmlFragment(
    ['a [1]. b [1, 2] c [2, 3] `[1]` [x [1]](#y)', '## References', '[1] A [2]', '[2] B', 'more', '## Notes', '[1] z'].join('\n\n'),
  )
  const [before = '', after = ''] = html.split('<h2 id="part-1">')
  expect(before).toContain(
    'a [<a href="#ref-1">1</a>]. b [<a href="#ref-1">1</a>, <a href="#ref-2">2</a>] c [2, 3] <code>[1]</code> <a href="#y">x [1]</a>',
  )
  expect(after).toContain('References</h2>\n<p id="ref-1">[1] A [2]</p>\n<p id="ref-2">[2] B</p>\n<p>more</p>')
  expect(after).toContain('<p>[1] z</p>')
})

test('without a list of references nothing is linked', () => {
  expect(htmlFragment('a [1]')).toBe('<p>a [1]</p>')
})

test('a table of contents leads to the headings of the second level; without any there is none', () => {
  expect(htmlFragment('# A\n\n## B *b*\n\n### C\n\n## D')).toBe(
    [
      '<h1>A</h1>',
      '<nav aria-label="Contents"><ol><li><a href="#part-1">B b</a></li><li><a href="#part-2">D</a></li></ol></nav><h2 id="part-1">B <em>b</em></h2>',
      '<h3>C</h3>',
      '<h2 id="part-2">D</h2>',
    ].join('\n'),
  )
  expect(htmlFragment('# A')).not.toContain('nav')
})

test('the page stands alone, under a policy that lets nothing run or load', () => {
  const html = page(markdownReport(material, moment), 'A & "B"')
  expect(html).toMatch(/^<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">/)
  expect(html).toContain(
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">`,
  )
  expect(html).toContain('<title>A &amp; &quot;B&quot;</title>')
  expect(html).toContain('Paging helps (7) agents [<a href="#ref-1">1</a>, <a href="#ref-2">2</a>].')
  expect(html).toContain('<p id="ref-2">[2] Okafor, Ada; Lund, Per, Jr. (2024). Paging memory for agents.')
  expect(html.match(/<style>/g)).toHaveLength(1)
  expect(html).not.toMatch(active)
  for (const id of [...html.matchAll(/href="#([^"]+)"/g)].map(([, target]) => target)) expect(html).toContain(`id="${id}"`)
})
