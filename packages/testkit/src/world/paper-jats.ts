import { initials } from './as-seen-by.ts'
import type { Corpus } from './corpus.ts'
import { paperOf } from './paper.ts'
import type { WorldWork } from './world-work.ts'
import { xml } from './xml-text.ts'

/** The full text of a work as one JATS `<article>`, as PMC has it. */
export function jatsArticle(corpus: Corpus, work: WorldWork): string {
  const paper = paperOf(corpus, work)
  const { record, ids } = work
  const id = (type: string, value: string | undefined) =>
    value === undefined ? '' : `<article-id pub-id-type="${type}">${xml(value)}</article-id>`
  const authors = record.authors.map(({ family, given, collective }) =>
    family === undefined
      ? `<contrib contrib-type="author"><collab>${xml(collective ?? '')}</collab></contrib>`
      : `<contrib contrib-type="author"><name><surname>${xml(family)}</surname><given-names${given === undefined ? '' : ` initials="${initials(given)}"`}>${xml(given ?? '')}</given-names></name></contrib>`,
  )
  const sections = paper.sections.map(
    ({ heading, paragraphs }, index) =>
      `<sec id="sec${index + 1}"><title>${xml(heading)}</title>${paragraphs.map((paragraph) => `<p>${linked(paragraph)}</p>`).join('')}</sec>`,
  )
  const references = paper.references.map(
    (reference, index) => `<ref id="B${index + 1}"><label>${index + 1}.</label><mixed-citation>${xml(reference)}</mixed-citation></ref>`,
  )
  return `<article xmlns:mml="http://www.w3.org/1998/Math/MathML" xmlns:xlink="http://www.w3.org/1999/xlink" article-type="research-article" dtd-version="1.4" xml:lang="en"><front><journal-meta><journal-title-group><journal-title>${xml(record.venue ?? 'Unnamed journal')}</journal-title></journal-title-group></journal-meta><article-meta>${id('pmcid', ids.pmcid)}${id('pmid', ids.pmid)}${id('doi', ids.doi)}<title-group><article-title>${xml(paper.title)}</article-title></title-group><contrib-group>${authors.join('')}</contrib-group><pub-date pub-type="epub"><year>${record.year ?? 2000}</year></pub-date><abstract><p>${xml(paper.abstract)}</p></abstract></article-meta></front><body>${sections.join('')}</body><back>${references.length === 0 ? '' : `<ref-list><title>References</title>${references.join('')}</ref-list>`}</back></article>`
}

/** A paragraph whose "[3]" are links to the reference list. */
function linked(paragraph: string): string {
  return xml(paragraph).replace(/\[(\d+)\]/g, '[<xref ref-type="bibr" rid="B$1">$1</xref>]')
}
