import { rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { xmlCleanupInputProvider } from 'libxml2-wasm'
import { xmlRegisterFsInputProviders } from 'libxml2-wasm/lib/nodejs.mjs'
import { expect, test } from 'vitest'
import { jatsArticle } from '../fixtures/jats-article.ts'
import { readJats } from './jats.ts'

const article = jatsArticle({ metadata: '<article-title>On memory</article-title>', body: '<sec><title>A</title><p>caf\u00E9</p></sec>' })
const read = (source: string) => readJats(Buffer.from(source))
const whole = { title: 'On memory', sections: [{ heading: 'A', level: 1, text: 'caf\u00E9' }], references: [] }

test.each<[name: string, source: string]>([
  ['alone', article],
  [
    'behind a declaration and a document type',
    `<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE article PUBLIC "-//NLM//DTD JATS (Z39.96)//EN" "JATS-archivearticle1.dtd">${article}`,
  ],
  ['in an answer of PubMed Central', `<pmc-articleset>${article}</pmc-articleset>`],
  [
    'in an answer of OAI-PMH',
    `<OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/"><GetRecord><record><metadata>${article.replace('<article ', '<article xmlns="https://jats.nlm.nih.gov/ns/archiving/1.3/" ')}</metadata></record></GetRecord></OAI-PMH>`,
  ],
  [
    'with a prefix',
    article
      .replace(/<(\/?)(article|front|body|sec|title|p|article-meta|article-title|journal-meta|back)([\s>])/g, '<$1j:$2$3')
      .replace('<j:article ', '<j:article xmlns:j="urn:x" '),
  ],
  [
    'with prefixes that nobody declares',
    article
      .replace(/ xmlns:\w+="[^"]*"/g, '')
      .replace('<p>', '<p xlink:type="x">')
      .replace('</p>', '<ali:x/></p>'),
  ],
  ['behind the record of another', `<pmc-articleset>${article.replace(/<body>.*<\/body>/s, '')}${article}</pmc-articleset>`],
  ['with names of characters', article.replace('\u00E9', '&eacute;')],
  ['with entities of its own', `<!DOCTYPE article [<!ENTITY coffee "caf\u00E9">]>${article.replace('caf\u00E9', '&coffee;')}`],
])('reads an article %s', (_, source) => {
  const content = read(source)
  expect('failure' in content ? content : content.fullText).toEqual(whole)
  expect('failure' in content ? undefined : content.entry.title).toBe('On memory')
})

test('reads Latin-1 as it is declared', () => {
  const content = readJats(Buffer.from(`<?xml version="1.0" encoding="ISO-8859-1"?>${article}`, 'latin1'))
  expect('failure' in content ? content : content.fullText).toEqual(whole)
})

test('nothing outside of the file is read, even where the parser could', () => {
  expect(xmlRegisterFsInputProviders()).toBe(true)
  const secret = join(tmpdir(), `winnow-secret-${process.pid}`)
  writeFileSync(secret, 'secret')
  const declared = `<!ENTITY x SYSTEM "${pathToFileURL(secret)}"><!ENTITY % y SYSTEM "${pathToFileURL(secret)}">`
  const content = read(`<!DOCTYPE article [${declared}]>${article.replace('caf\u00E9', 'caf&x;\u00E9')}`)
  rmSync(secret)
  xmlCleanupInputProvider()
  expect('failure' in content ? content : content.fullText).toEqual(whole)
})
test('what is named and not there costs nothing', () => {
  const content = read(`<!DOCTYPE article [<!ENTITY x SYSTEM "file:///etc/hostname">]>${article.replace('caf\u00E9', 'caf&x;\u00E9')}`)
  expect('failure' in content ? content : content.fullText).toEqual(whole)
})

test('an article without metadata is its body', () => {
  expect(read('<article><body><p>a</p></body></article>')).toEqual({
    entry: {},
    fullText: { sections: [{ heading: '', level: 1, text: 'a' }], references: [] },
  })
  const translated = read(
    '<article><front-stub><article-title>T</article-title><abstract><p>a</p></abstract></front-stub><body/></article>',
  )
  expect(translated).toMatchObject({ entry: { title: 'T' }, fullText: { title: 'T', abstract: 'a', sections: [] } })
})

const bomb = (levels: number) => {
  const entities = Array.from({ length: levels }, (_, level) => `<!ENTITY e${level + 1} "${`&e${level};`.repeat(10)}">`)
  return `<!DOCTYPE article [<!ENTITY e0 "lol">${entities.join('')}]><article><body><p>&e${levels};</p></body></article>`
}
test.each<[name: string, source: string, failure: string, problem: unknown]>([
  ['a bomb of entities', bomb(12), 'broken', 'an XML bomb: its entities unpack to far more than the file holds; it is not read'],
  [
    'one long entity, many times',
    `<!DOCTYPE article [<!ENTITY e "${'x'.repeat(100_000)}">]><article><body>${'&e;'.repeat(10_000)}</body></article>`,
    'broken',
    expect.stringMatching(/^an XML bomb/),
  ],
  [
    'an entity that holds itself',
    '<!DOCTYPE article [<!ENTITY e "&e;">]><article><body>&e;</body></article>',
    'broken',
    expect.stringMatching(/^broken XML: .*loop/i),
  ],
  [
    'nested too deeply',
    `<article><body>${'<sec>'.repeat(300)}${'</sec>'.repeat(300)}</body></article>`,
    'too-large',
    expect.stringMatching(/^broken XML: Excessive depth/),
  ],
  [
    'one text without end',
    `<article><body>${'x'.repeat(10_000_001)}</body></article>`,
    'too-large',
    expect.stringMatching(/^broken XML: .*limit exceeded/),
  ],
  ['cut off', article.slice(0, -20), 'broken', expect.stringMatching(/^broken XML: \S[^\n]*$/)],
  [
    'an unclosed tag',
    '<article><body><p></body></article>',
    'broken',
    expect.stringMatching(/^broken XML: Opening and ending tag mismatch/),
  ],
  ['nothing', '', 'broken', expect.stringMatching(/^broken XML: /)],
  [
    'a record alone',
    article.replace(/<body>.*<\/body>/s, ''),
    'not-an-article',
    'the record of an article without its text: its publisher does not give the text as XML',
  ],
  [
    'an error of PubMed Central',
    '<pmc-articleset><error id="1">The following PMC ID is not available: 1</error></pmc-articleset>',
    'not-an-article',
    'no article: The following PMC ID is not available: 1',
  ],
  [
    'an error of E-utilities',
    '<eFetchResult><Error> id list is empty </Error></eFetchResult>',
    'not-an-article',
    'no article: id list is empty',
  ],
  ['a long error', `<x><error>${'x'.repeat(300)}</error></x>`, 'not-an-article', `no article: ${'x'.repeat(200)}`],
  ['an empty error', '<x><error> </error></x>', 'not-an-article', 'XML without a JATS article'],
  ['another kind of XML', '<TEI><text><body/></text></TEI>', 'not-an-article', 'XML without a JATS article'],
])('no article: %s', (_, source, failure, problem) => {
  expect(read(source)).toEqual({ failure, problem })
})

test('a depth that papers may have is read', () => {
  const depth = 200
  const content = read(`<article><body>${'<sec>'.repeat(depth)}${'</sec>'.repeat(depth)}</body></article>`)
  expect('failure' in content ? content : content.fullText.sections.at(-1)).toEqual({ heading: '', level: depth, text: '' })
})
