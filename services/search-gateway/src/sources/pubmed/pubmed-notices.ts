import { trimDoi } from '@winnow/bibliography/identifier-trimming.ts'
import type { EditorialNotice } from '@winnow/contracts/entities/record.ts'
import type { XmlElement } from 'libxml2-wasm'
import { elementsAt, textAtPath } from '../answers/xml-body.ts'

/**
 * PubMed's "comments and corrections" that are notices. "…In": the work is the subject; "…Of", "…For", "…From", "…On": it is
 * the notice. What is missing is none (Cites, UpdateIn, RepublishedIn, SummaryForPatientsIn …). A work retracted in part
 * still stands, with a concern to be shown (our reading, as for Crossref).
 */
const KINDS: ReadonlyMap<string, Pick<EditorialNotice, 'kind' | 'direction'>> = new Map([
  ['RetractionIn', { kind: 'retraction', direction: 'by' }],
  ['RetractionOf', { kind: 'retraction', direction: 'of' }],
  ['PartialRetractionIn', { kind: 'expression-of-concern', direction: 'by' }],
  ['PartialRetractionOf', { kind: 'expression-of-concern', direction: 'of' }],
  ['ExpressionOfConcernIn', { kind: 'expression-of-concern', direction: 'by' }],
  ['ExpressionOfConcernFor', { kind: 'expression-of-concern', direction: 'of' }],
  ['ErratumIn', { kind: 'erratum', direction: 'by' }],
  ['ErratumFor', { kind: 'erratum', direction: 'of' }],
  ['CommentIn', { kind: 'reply', direction: 'by' }],
  ['CommentOn', { kind: 'reply', direction: 'of' }],
])

/** The notices of a MedlineCitation, with the PubMed id and DOI of the other side where they are given. */
export function pubmedNotices(citation: XmlElement): readonly EditorialNotice[] {
  return elementsAt(citation, 'CommentsCorrectionsList/CommentsCorrections').flatMap((element) => {
    const type = element.attr('RefType')?.value ?? ''
    const notice = KINDS.get(type)
    if (notice === undefined) return []
    const pmid = textAtPath(element, 'PMID')
    const doi = trimDoi(/\bdoi:\s*(10\.\S+)/i.exec(textAtPath(element, 'RefSource') ?? '')?.[1] ?? '')
    return [{ ...notice, ...(doi === undefined ? {} : { doi }), ...(pmid === undefined ? {} : { pmid }), from: `pubmed ${type}` }]
  })
}
