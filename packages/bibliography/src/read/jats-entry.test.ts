import { expect, test } from 'vitest'
import { type JatsParts, readParts } from '../fixtures/jats-article.ts'
import type { RawEntry } from '../raw-entry.ts'

const entryOf = (parts: JatsParts) => readParts(parts).entry
const contrib = (content: string, attributes = 'contrib-type="author"') => `<contrib ${attributes}>${content}</contrib>`
const name = (surname: string, rest = '') => `<name><surname>${surname}</surname>${rest}</name>`
const id = (type: string, value: string) => `<article-id pub-id-type="${type}">${value}</article-id>`
const date = (year: string) => `<pub-date><year>${year}</year></pub-date>`

test.each<[name: string, parts: JatsParts, entry: Partial<RawEntry>]>([
  [
    'title',
    {
      metadata:
        '<title-group><article-title>On <italic>memory</italic><xref ref-type="fn">*</xref></article-title><subtitle>A study</subtitle></title-group>',
    },
    { title: 'On memory' },
  ],
  ['title without a group', { metadata: '<article-title>On memory</article-title>' }, { title: 'On memory' }],
  ['no title', { metadata: '<title-group/>' }, { title: undefined }],
  [
    'identifiers',
    { metadata: id('doi', ' 10.5555/X ') + id('pmid', '12') + id('pmcid', 'PMC3') + id('arxiv', '2301.00001') },
    { doi: '10.5555/X', pmid: '12', pmcid: 'PMC3', arxiv: '2301.00001' },
  ],
  ['an old PMC id', { metadata: id('pmc', '3') }, { pmcid: '3' }],
  ['the newest PMC id', { metadata: id('pmc-aid', '4') }, { pmcid: '4' }],
  ['PMC ids in their order', { metadata: id('pmc-aid', '4') + id('pmc', '3') + id('pmcid', 'PMC2') }, { pmcid: 'PMC2' }],
  ['two of one kind', { metadata: id('doi', '10.5555/first') + id('doi', '10.5555/second') }, { doi: '10.5555/first' }],
  ['an empty identifier', { metadata: id('doi', ' ') }, { doi: undefined }],
  ['the earliest year', { metadata: date('2005') + date('2004') + date('2006') + date('n.d.') + date('199') }, { year: '2004' }],
  ['no year', { metadata: '<pub-date><day>1</day></pub-date>' }, { year: undefined }],
  [
    'journal',
    {
      journal:
        '<journal-title-group><journal-title>J Test</journal-title></journal-title-group><publisher><publisher-name>Press</publisher-name></publisher>',
    },
    { venue: 'J Test', publisher: 'Press' },
  ],
  ['an old journal', { journal: '<journal-title>J Test</journal-title>' }, { venue: 'J Test', publisher: undefined }],
  ['no journal', {}, { venue: undefined }],
  [
    'volume, issue and pages',
    { metadata: '<volume>1</volume><issue>2</issue><fpage>26</fpage><lpage>32</lpage><elocation-id>e1</elocation-id>' },
    { volume: '1', issue: '2', pages: '26-32' },
  ],
  ['one page', { metadata: '<fpage>2</fpage><lpage>2</lpage>' }, { pages: '2', volume: undefined }],
  ['a range of pages', { metadata: '<fpage>2</fpage><page-range>2-3, 9</page-range>' }, { pages: '2-3, 9' }],
  ['an article number', { metadata: '<elocation-id>e1</elocation-id>' }, { pages: 'e1' }],
  ['no pages', {}, { pages: undefined }],
  [
    'keywords of all groups',
    {
      metadata:
        '<kwd-group><title>Keywords</title><kwd>a</kwd><kwd><italic>b</italic></kwd></kwd-group><kwd-group><kwd>c</kwd></kwd-group>',
    },
    { keywords: ['a', 'b', 'c'] },
  ],
  ['type and language', { attributes: 'article-type="review-article" xml:lang="en"' }, { types: ['review-article'], language: 'en' }],
  ['neither type nor language', {}, { types: undefined, language: undefined }],
])('the record: %s', (_, parts, entry) => {
  expect(entryOf(parts)).toMatchObject(entry)
})

test('an article without metadata has an empty record', () => {
  expect(entryOf({ metadata: '' })).toMatchObject({ title: undefined, authors: { authors: [] }, notices: [], keywords: [] })
})

test('authors: people, groups and names that are written out; no editors', () => {
  const group = [
    contrib(name('Smith', '<given-names>Jo A</given-names><suffix>Jr</suffix>')),
    contrib(
      `${name('Doe')}<contrib-id contrib-id-type="orcid">https://orcid.org/0000-0002-1825-0097</contrib-id><contrib-id contrib-id-type="x">0</contrib-id>`,
    ),
    contrib(name('Ed'), 'contrib-type="editor"'),
    contrib(name('Plain'), ''),
    contrib(`<collab>The Group<contrib-group>${contrib(name('Member'))}</contrib-group></collab>`),
    contrib('<string-name>Ann Lee</string-name>'),
    contrib(`<name-alternatives>${name('Latin')}${name('Other')}</name-alternatives>`),
    contrib('<collab-alternatives><collab>Alt</collab></collab-alternatives>'),
    contrib('<on-behalf-of>Behalf</on-behalf-of>'),
    contrib('<anonymous/>'),
  ]
  const metadata = `<contrib-group>${group.join('')}</contrib-group><contrib-group>${contrib(name('Second'))}</contrib-group>`
  expect(entryOf({ metadata }).authors).toEqual({
    authors: [
      { family: 'Smith', given: 'Jo A', suffix: 'Jr' },
      { family: 'Doe', orcid: '0000-0002-1825-0097' },
      { family: 'Plain' },
      { collective: 'The Group' },
      { family: 'Lee', given: 'Ann' },
      { family: 'Latin' },
      { collective: 'Alt' },
      { collective: 'Behalf' },
      { family: 'Second' },
    ],
    truncated: false,
  })
})

const related = (type: string, attributes: string) => `<related-article related-article-type="${type}" ${attributes}/>`
test.each<[type: string, attributes: string, notice: object]>([
  ['retracted-article', 'xlink:href="10.5555/OLD"', { kind: 'retraction', direction: 'of', doi: '10.5555/old' }],
  ['retraction-forward', 'xlink:href=" https://doi.org/10.5555/new"', { kind: 'retraction', direction: 'by', doi: '10.5555/new' }],
  ['partial-retraction', '', { kind: 'correction', direction: 'of' }],
  ['corrected-article', 'ext-link-type="pubmed" xlink:href="123"', { kind: 'correction', direction: 'of', pmid: '123' }],
  ['correction-forward', 'ext-link-type="pubmed" xlink:href="x1"', { kind: 'correction', direction: 'by' }],
  ['object-of-concern', 'ext-link-type="doi" xlink:href="123"', { kind: 'expression-of-concern', direction: 'of' }],
  ['concern-forward', 'ext-link-type="pubmed" xlink:href="1x"', { kind: 'expression-of-concern', direction: 'by' }],
])('a related article of type %s (%s)', (type, attributes, notice) => {
  expect(entryOf({ metadata: related(type, attributes) }).notices).toEqual([{ ...notice, from: 'jats related-article' }])
})

test('other related articles are no notices', () => {
  expect(entryOf({ metadata: `${related('companion', 'xlink:href="10.5555/x"')}<related-article/>` }).notices).toEqual([])
})

const abstract = (content: string, type?: string) =>
  `<abstract${type === undefined ? '' : ` abstract-type="${type}"`}>${content}</abstract>`
test.each<[name: string, metadata: string, abstract: string | undefined]>([
  ['plain', abstract('<title>Abstract</title><p>a</p><p>b</p>'), 'a\nb'],
  [
    'structured',
    abstract('<sec><title>Aim:</title><p>a</p><p>b</p></sec><sec><title>Results.</title><p>c</p></sec>'),
    'Aim: a\nb\nResults: c',
  ],
  [
    'structured twice',
    abstract('<sec><title>Methods</title><sec><title>Design</title><p>d</p></sec><sec><title>Setting</title><p>s</p></sec></sec>'),
    'Methods: Design: d\nSetting: s',
  ],
  ['with a label', abstract('<label>A</label><p>a</p>'), 'a'],
  ['with parts that lack something', abstract('<sec><p>a</p></sec><sec><title>Aim</title></sec><sec/>'), 'a\nAim'],
  ['the one without a type', abstract('<p>g</p>', 'graphical') + abstract('<p>a</p>') + abstract('<p>t</p>', 'teaser'), 'a'],
  ['of an unknown type before a summary', abstract('<p>s</p>', 'executive-summary') + abstract('<p>a</p>', 'section'), 'a'],
  ['a summary before a picture', abstract('<p>g</p>', 'graphical') + abstract('<p>s</p>', 'plain-language-summary'), 's'],
  ['no more than a picture', abstract('<p>g</p>', 'graphical') + abstract('<p>v</p>', 'video'), undefined],
  ...[
    'teaser',
    'toc',
    'highlights',
    'key-points',
    'keypoints',
    'short',
    'editor',
    'web-summary',
    'plain',
    'web',
    'video',
    'objects',
    'stereochemical',
  ].map((type): [string, string, string] => [
    `never of type ${type} where there is another`,
    abstract('<p>s</p>', type) + abstract('<p>a</p>', 'other'),
    'a',
  ]),
  ['none', '', undefined],
  ['an empty one', abstract('<title>Abstract</title>'), undefined],
  ['in translation', '<trans-abstract><p>t</p></trans-abstract>', undefined],
])('the abstract: %s', (_, metadata, expected) => {
  const { entry, fullText } = readParts({ metadata })
  expect([entry.abstract, fullText.abstract]).toEqual([expected, expected])
})
