import type { FullText } from '@winnow/contracts/entities/full-text.ts'
import { ParseOption, XmlDocument, XmlElement, XmlParseError } from 'libxml2-wasm'
import type { RawEntry } from '../raw-entry.ts'
import { decodeXml, wellFormedXml } from '../xml-source.ts'
import { jatsAbstract } from './jats-abstract.ts'
import { jatsEntry } from './jats-entry.ts'
import { jatsReferences } from './jats-references.ts'
import { jatsSections } from './jats-sections.ts'

/** A JATS article with its text and its record; or why it has no text. A record without a body is `not-an-article`. */
export type JatsContent =
  | { readonly entry: RawEntry; readonly fullText: FullText }
  | { readonly failure: 'broken' | 'not-an-article' | 'too-large'; readonly problem: string }

/**
 * Entities that a document declares are put in, within the amplification limit of the parser; nothing outside of the
 * document is ever loaded. Depth (256), length of texts (10 MB) and of names are limited by the parser too.
 */
const OPTIONS = ParseOption.XML_PARSE_NOENT | ParseOption.XML_PARSE_NO_XXE

/**
 * Reads JATS or NLM XML: the first article with a body in the file, whatever stands around it (`pmc-articleset`, OAI-PMH).
 * Broken XML, bombs and records without a text come back as a problem, never as a throw.
 */
export function readJats(bytes: Uint8Array): JatsContent {
  const source = withNamespaces(withoutInstructions(wellFormedXml(decodeXml(bytes))))
  try {
    using document = XmlDocument.fromString(source, { option: OPTIONS })
    return contentOf(document)
  } catch (error) {
    if (!(error instanceof XmlParseError)) throw error
    return failed(error.message.trim().split('\n')[0] ?? '')
  }
}

function failed(message: string): JatsContent {
  if (/amplification/i.test(message)) {
    return { failure: 'broken', problem: 'an XML bomb: its entities unpack to far more than the file holds; it is not read' }
  }
  return { failure: /limit exceeded|excessive|XML_PARSE_HUGE/i.test(message) ? 'too-large' : 'broken', problem: `broken XML: ${message}` }
}

function contentOf(document: XmlDocument): JatsContent {
  const articles = document.find('//*[local-name()="article"]').filter((node) => node instanceof XmlElement)
  const article = articles.find((one) => one.get('./*[local-name()="body"]') !== null)
  if (article === undefined) return withoutBody(document, articles.length)
  const metadata = article.get('./*[local-name()="front"]/*[local-name()="article-meta"] | ./*[local-name()="front-stub"]')
  const entry = jatsEntry(article)
  const abstract = metadata instanceof XmlElement ? jatsAbstract(metadata) : undefined
  const fullText: FullText = {
    ...(entry.title === undefined ? {} : { title: entry.title }),
    ...(abstract === undefined ? {} : { abstract }),
    sections: jatsSections(article),
    references: jatsReferences(article),
  }
  return { entry, fullText }
}

function withoutBody(document: XmlDocument, articles: number): JatsContent {
  const said = document.get('//*[local-name()="error" or local-name()="Error"]')?.content.trim()
  const problem =
    said !== undefined && said !== ''
      ? `no article: ${said.slice(0, 200)}`
      : articles > 0
        ? 'the record of an article without its text: its publisher does not give the text as XML'
        : 'XML without a JATS article'
  return { failure: 'not-an-article', problem }
}

/** Processing instructions are no text, and the parser's nodes cannot be walked over them. */
function withoutInstructions(source: string): string {
  return source.replace(/<!\[CDATA\[[\s\S]*?\]\]>|<\?[\s\S]*?\?>/g, (whole) => (whole.startsWith('<?') ? '' : whole))
}

/** Articles cut out of a larger file lack the declarations of the prefixes they use; which ones does not matter here. */
function withNamespaces(source: string): string {
  const declared = new Set([...source.matchAll(/\sxmlns:([\w.-]+)\s*=/g)].map((match) => match[1]))
  const used = new Set([...source.matchAll(/[<\s]([A-Za-z][\w.-]*):[\w.-]+(?=[\s=/>])/g)].map((match) => match[1] ?? ''))
  const missing = [...used].filter((prefix) => !declared.has(prefix) && !/^xml/i.test(prefix))
  const added = missing.map((prefix) => ` xmlns:${prefix}="urn:undeclared:${prefix}"`).join('')
  return source.replace(/<(?![?!])[\w.:-]+/, (start) => start + added)
}
