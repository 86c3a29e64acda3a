import { XmlElement } from 'libxml2-wasm'
import { blockText, childElement, childElements, flattenLine, hasOwnText } from './jats-text.ts'

const CITATION = /^(?:mixed-citation|element-citation|citation|nlm-citation)$/

/** The reference list of a JATS article: one line for each `ref`, as it is written out or, where it is not, put together. */
export function jatsReferences(article: XmlElement): string[] {
  return article.find('./*[local-name()="body" or local-name()="back"]//*[local-name()="ref"]').flatMap((node) => {
    const reference = node instanceof XmlElement ? referenceText(node) : ''
    return reference === '' ? [] : [reference]
  })
}

/** Several works under one number ("3a, 3b") are one reference; several forms of one work are read in the best one. */
function referenceText(reference: XmlElement): string {
  const alternatives = childElement(reference, 'citation-alternatives') ?? reference
  const citations = childElements(alternatives).filter((child) => CITATION.test(child.name))
  const written = citations.filter(hasOwnText)
  const chosen = written.length > 0 ? written : bestForm(citations)
  if (chosen.length === 0) return flattenLine(reference, { skip: (element) => element.name === 'label' })
  const text = chosen.map((citation) => (hasOwnText(citation) ? writtenOut(citation) : putTogether(citation))).join('; ')
  return withoutNumber(text, flattenLine(childElement(reference, 'label')))
}

/** A written citation may begin with the number that is its label too. */
function withoutNumber(text: string, label: string): string {
  const number = /\d+/.exec(label)?.[0]
  const written = /^\W?(\d+)[.)\]]?\s+/.exec(text)
  return written !== null && written[1] === number ? text.slice(written[0].length) : text
}

/** Where the same citation stands as element and as mixed, without written text, the elements are the cleaner form. */
function bestForm(citations: readonly XmlElement[]): readonly XmlElement[] {
  const elements = citations.filter((citation) => citation.name === 'element-citation')
  return elements.length > 0 ? elements : citations
}

function writtenOut(citation: XmlElement): string {
  return flattenLine(citation, { skip: (element) => element.name === 'label' }).replace(/\s+([.,;:])/g, '$1')
}

/** "Smith J, Doe K. Title. Source 2003;124(2):26-32. doi:10.1/x", of what there is. */
function putTogether(citation: XmlElement): string {
  const text = (name: string) => flattenLine(childElement(citation, name))
  const titles = ['article-title', 'chapter-title', 'part-title', 'data-title', 'trans-title'].map(text).filter((title) => title !== '')
  const place = [text('source'), joined(', ', text('publisher-name'), text('publisher-loc')), text('conf-name')]
  const year = text('year')
  const when = year === '' ? volumeAndPages(citation).slice(1) : `${year}${volumeAndPages(citation)}`
  const source = joined(' ', joined(', ', ...place), when)
  const doi = childElements(citation, 'pub-id').find((id) => id.attr('pub-id-type')?.value === 'doi')
  const address = doi === undefined ? text('ext-link') || text('uri') : `doi:${flattenLine(doi)}`
  return joined('. ', citedAuthors(citation), ...titles, source, text('comment'), address)
}

function volumeAndPages(citation: XmlElement): string {
  const text = (name: string) => flattenLine(childElement(citation, name))
  const issue = text('issue')
  const volume = `${text('volume')}${issue === '' ? '' : `(${issue})`}`
  const pages = text('page-range') || pageRange(text('fpage'), text('lpage')) || text('elocation-id')
  return `${volume === '' ? '' : `;${volume}`}${pages === '' ? '' : `:${pages}`}`
}

/** "26-32"; a single page once. */
export function pageRange(first: string, last: string): string {
  return first === last ? first : joined('-', first, last)
}

function citedAuthors(citation: XmlElement): string {
  const groups = childElements(citation, 'person-group')
  const group = groups.find((one) => one.attr('person-group-type')?.value === 'author') ?? groups[0] ?? citation
  return childElements(group)
    .flatMap((child) => {
      if (child.name === 'etal') return ['et al']
      if (child.name === 'anonymous') return ['Anonymous']
      return /^(?:name|string-name|collab)$/.test(child.name) ? [blockText(child)] : []
    })
    .filter((name) => name !== '')
    .join(', ')
}

/** The parts that are not empty; a stop at the end of one is not doubled. */
function joined(separator: string, ...parts: readonly string[]): string {
  return parts
    .filter((part) => part !== '')
    .map((part) => (separator === '. ' ? part.replace(/\.$/, '') : part))
    .join(separator)
}
