import type { EditorialNotice } from '@winnow/contracts/entities/record.ts'

/** Type words that tell of a retraction or correction (PubMed publication types, Scopus and Crossref types). */
const STATES: ReadonlyMap<string, Pick<EditorialNotice, 'kind' | 'direction'>> = new Map([
  ['retracted publication', { kind: 'retraction', direction: 'by' }],
  ['retracted', { kind: 'retraction', direction: 'by' }],
  ['retraction of publication', { kind: 'retraction', direction: 'of' }],
  ['retraction', { kind: 'retraction', direction: 'of' }],
  ['withdrawal', { kind: 'withdrawal', direction: 'of' }],
  ['published erratum', { kind: 'erratum', direction: 'of' }],
  ['erratum', { kind: 'erratum', direction: 'of' }],
  ['corrigendum', { kind: 'correction', direction: 'of' }],
  ['correction', { kind: 'correction', direction: 'of' }],
  ['expression of concern', { kind: 'expression-of-concern', direction: 'of' }],
])

/**
 * The notices that an entry's type words state, each `from` "publication type", and whether they call the work itself
 * retracted. Titles such as "RETRACTED: …" are left to the domain.
 */
export function editorialState(words: readonly string[]): { readonly notices: readonly EditorialNotice[]; readonly retracted: boolean } {
  const notices = words.flatMap((word) => {
    const state = STATES.get(word.trim().toLowerCase())
    return state === undefined ? [] : [{ ...state, from: 'publication type' }]
  })
  return { notices, retracted: notices.some((notice) => notice.kind === 'retraction' && notice.direction === 'by') }
}
