import { record } from '@winnow/contracts/entities/record.ts'
import { jsonBody } from '@winnow/http/api-exchange.ts'
import { describe, expect, it } from 'vitest'
import { hasRecordedAnswers, recordedAnswer, recordedAnswersOf } from '../../testing/recorded-answers.ts'
import { listMember, member } from '../answers/json-members.ts'
import { openalexFault } from './openalex-fault.ts'
import { openalexRecord } from './openalex-record.ts'

// Needs ../shared/recorded, which is no part of the project.
describe.skipIf(!hasRecordedAnswers)('every recorded answer of OpenAlex', () => {
  const faults: { readonly [file: string]: string } = {
    'openalex/autocomplete-2026-03.json': 'unreadable',
    'openalex/select-oa-doi-closed.json': 'unreadable',
    'openalex/select-oa-doi-gold.json': 'unreadable',
    'openalex/select-oa-doi-green.json': 'unreadable',
    'openalex/error-404-html.html': 'not-found',
    '_observed/openalex-400-invalid-field.json': 'bad-request',
    '_observed/openalex-401-bad-key.json': 'unauthorised',
    '_observed/openalex-429-budget.json': 'budget-spent',
    '_observed/openalex-429-per-second.json': 'throttled',
  }
  const answers = [
    ...recordedAnswersOf('openalex'),
    ...recordedAnswersOf('_observed').filter(({ file }) => file.startsWith('_observed/openalex-')),
  ]
  it.each(answers)('$file', ({ file, status }) => {
    const response = { status, headers: {}, body: recordedAnswer(file) }
    expect(openalexFault(response, false)?.kind).toBe(faults[file])
    if (file in faults) return
    const body = jsonBody(response)
    const works = member(body, 'results') === undefined ? [body] : listMember(body, 'results')
    for (const work of works) {
      const each = openalexRecord(work, 'alone')
      expect(() => record.parse(each)).not.toThrow()
      if (each === null) throw new Error('no record')
      expect(each.title).toMatch(/\S/)
      expect(each.title).not.toMatch(/&[a-z]+;|<[a-z/]/)
      expect(`https://openalex.org/${each.recordId}`).toBe(member(work, 'id'))
      expect(each.ids.openalex).toBe(each.recordId)
      expect(`https://doi.org/${each.ids.doi}`).toBe(member(work, 'doi'))
      expect(each.authors).toHaveLength(listMember(work, 'authorships').length)
      expect(each.references ?? []).toHaveLength(listMember(work, 'referenced_works').length)
      expect(each.abstract === undefined).toBe(member(work, 'abstract_inverted_index') === null)
      expect(each.year).toBe(member(work, 'publication_year'))
      expect(each.citedByCount).toBe(member(work, 'cited_by_count'))
      expect(each.retracted).toBe(member(work, 'is_retracted'))
      const best = member(work, 'best_oa_location', 'pdf_url')
      if (typeof best === 'string') expect(each.openAccess?.[0]).toEqual({ url: best, kind: 'pdf' })
      expect((each.openAccess ?? []).length > 0).toBe(member(work, 'open_access', 'is_oa'))
    }
  })
})
