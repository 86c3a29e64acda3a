import { expect, test } from 'vitest'
import { takeReferences } from './html-references.ts'
import { htmlText } from './html-text.ts'
import { parseHtml } from './html-tree.ts'

function taken(source: string): { references: string[]; rest: string } {
  const document = parseHtml(source)
  if (document === undefined) throw new Error('nested too deeply')
  return { references: takeReferences(document), rest: htmlText(document.children).replaceAll('\n', '|') }
}

const list = '<ol><li>One, 2001.</li><li>Two, 2002.</li></ol>'
const both = ['One, 2001.', 'Two, 2002.']

test.each([
  'references',
  'reference-list',
  'ref-list',
  'citation-list',
  'ltx_bibliography',
  'c-article-references',
  'Bibliography',
  'csl-bib-body',
])('a list in the class %s', (name) => {
  expect(taken(`<p>a</p><section class="x ${name}"><h2>Sources</h2>${list}</section>`)).toEqual({ references: both, rest: 'a' })
})
test.each(['references', 'Reference', 'reference-list', 'referencelist', 'ref-list', 'reflist', 'bibliography', 'bib'])(
  'a list with the id %s',
  (id) => {
    expect(taken(`<p>a</p><div id="${id}">${list}</div>`)).toEqual({ references: both, rest: 'a' })
  },
)

test.each<[name: string, source: string, references: string[], rest: string]>([
  ['a list in the role', `<div role="doc-bibliography">${list}</div>b`, both, 'b'],
  ['lists in a list, once', `<div class="references"><div class="ref-list">${list}</div></div>`, both, ''],
  ['two lists', '<ol class="references"><li>One</li></ol><ol class="references"><li>Two</li></ol>', ['One', 'Two'], ''],
  ['a reference that stands twice', '<ol class="references"><li>One</li><li>One</li></ol>', ['One'], ''],
  ['the innermost items', '<ul class="references"><li>R<ul><li>One</li></ul></li></ul>', ['One'], ''],
  ['paragraphs', '<div class="references"><p>One</p><p>Two</p></div>', ['One', 'Two'], ''],
  ['entries of a citation processor', '<div class="csl-bib-body"><div class="csl-entry">One</div></div>', ['One'], ''],
  ['what holds no entry is no list', '<div class="references">See below.</div>b', [], 'See below.|b'],
  [
    'neither the page nor a link nor an item is a list',
    '<main class="references"><p>aa</p></main><a id="references"><p>bb</p></a><li id="references"><p>cc</p></li>',
    [],
    'aa|bb|cc',
  ],
  [
    'the article itself is none',
    '<html class="references"><article id="references"><p>aa</p></article><body class="references"><p>cc</p>',
    [],
    'aa|cc',
  ],
  ['a heading is none', '<h2 class="references"><p>aa</p></h2>', [], 'aa'],
  ['items without words go', '<ol class="references"><li>1.</li><li>One</li></ol>', ['One'], ''],
  ['a list after its heading', `<h2>References</h2><p>x</p>${list}<h2>B</h2>`, both, 'References|x|B'],
  ['a list in what follows the heading', `<h2>7. Literature cited</h2><div><div>${list}</div></div>b`, both, '7. Literature cited|b'],
  ['a list after the frame of the heading', `<div><div><h2>References</h2></div></div>${list}`, both, 'References'],
  ['an unordered list', '<h3>Bibliography:</h3><ul><li>One</li></ul>', ['One'], 'Bibliography:'],
  ['no list beyond the next heading', `<h2>References</h2><h2>B</h2>${list}`, [], 'References|B|One, 2001.|Two, 2002.'],
  ['no list beyond the title', `<h2>References</h2><h1>B</h1>${list}`, [], 'References|B|One, 2001.|Two, 2002.'],
  ['no list beyond a small heading', `<h2>References</h2><h6>B</h6>${list}`, [], 'References|B|One, 2001.|Two, 2002.'],
  ['a list under a small heading', `<h6>References</h6>${list}`, both, 'References'],
  ['no list beyond the article', `<article><h2>References</h2></article>${list}`, [], 'References|One, 2001.|Two, 2002.'],
  ['no list beyond the main part', `<main><h2>References</h2></main>${list}`, [], 'References|One, 2001.|Two, 2002.'],
  ['no list beyond the body', `<body><h2>References</h2></body>${list}`, [], 'References|One, 2001.|Two, 2002.'],
  ['no list beyond the section', `<section><h2>References</h2></section>${list}`, [], 'References|One, 2001.|Two, 2002.'],
  [
    'the last of several such headings',
    `<h2>References</h2><ul><li>Contents</li></ul><h2>References</h2>${list}`,
    both,
    'References|Contents|References',
  ],
  ['no list', '<p>a</p>', [], 'a'],
  ['a heading of another kind', `<h2>References to memory</h2>${list}`, [], 'References to memory|One, 2001.|Two, 2002.'],
])('%s', (_, source, references, rest) => {
  expect(taken(source)).toEqual({ references, rest })
})

test.each(
  'Reference,References,REFERENCES,References and notes,References cited,Reference list,Bibliography,Literature,Literature cited,Works cited,Notes and references,Referências,Referências bibliográficas,Referencias,Referencias bibliográficas,Bibliografía,Références,Bibliographie,Literatur,Literaturverzeichnis,6 References,VI. References'.split(
    ',',
  ),
)('a list under "%s"', (heading) => {
  expect(taken(`<h2>${heading}</h2>${list}`).references).toEqual(heading === 'VI. References' ? [] : both)
})

test.each<[name: string, item: string, reference: string]>([
  ...'Google Scholar,Crossref,CrossRef,PubMed,PubMed Central,PMC,PMC free article,View Article,Article,CAS,ADS,Web of Science,Scopus,Full Text,DOI,Link,Free article,Download,Math,MathSciNet,OpenURL,Export citation,[PubMed]'
    .split(',')
    .map((word): [string, string, string] => [`without the link "${word}"`, `One. <a href="x">${word}</a>`, 'One.']),
  ['with links that are part of it', 'One. <a href="x">https://doi.org/10.5555/x</a>', 'One. https://doi.org/10.5555/x'],
  ['without the brackets of links', 'One. [<a>PubMed</a>] [ <a>CrossRef</a> , ]', 'One.'],
  ['with its own brackets', 'One [Internet].', 'One [Internet].'],
  ['without its number', '<span class="ltx_tag">[1]</span>One<span class="label">2</span><span class="x ref-label">3</span>', 'One'],
  ['on one line', '<p>One</p><p>two</p>', 'One two'],
])('a reference %s', (_, item, reference) => {
  expect(taken(`<ol class="references"><li>${item}</li></ol>`).references).toEqual([reference])
})
