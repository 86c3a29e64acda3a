import { record } from '@winnow/contracts/entities/record.ts'
import { describe, expect, it } from 'vitest'
import { converse } from '../../testing/converse.ts'
import { hasRecordedAnswers, recordedAnswer, recordedAnswersOf } from '../../testing/recorded-answers.ts'
import { arxiv } from './arxiv.ts'
import { arxivFault } from './arxiv-fault.ts'

// Needs ../shared/recorded, which is no part of the project.
describe.skipIf(!hasRecordedAnswers)('every recorded answer of arXiv, as the answer to a search', () => {
  const failures: { readonly [file: string]: { readonly outcome: string; readonly says: RegExp } } = {
    'arxiv/error-400-malformed-id.xml': { outcome: 'failed', says: /incorrect id format for abc/ },
    '_observed/arxiv-old-error-200.xml': { outcome: 'failed', says: /incorrect id format for 1234\.12345/ },
    '_observed/arxiv-429.txt': { outcome: 'throttled', says: /Rate exceeded/ },
  }
  const answers = [
    ...recordedAnswersOf('arxiv'),
    ...recordedAnswersOf('_observed').filter(({ file }) => file.startsWith('_observed/arxiv-')),
  ]
  it.each(answers)('$file', ({ file, status }) => {
    const response = { status, headers: {}, body: recordedAnswer(file) }
    const fault = arxivFault(response)
    const search = arxiv.api.search({ query: 'testing', limit: 10, fromYear: null, toYear: null })
    const { result } = converse(search, () => (fault === null ? { ok: true, response } : { ok: false, fault }))
    const failure = failures[file]
    if (failure !== undefined) {
      expect(result.outcome).toBe(failure.outcome)
      expect('reason' in result ? result.reason : '').toMatch(failure.says)
      return
    }
    const entries = response.body.split('<entry>').length - 1
    const records = 'records' in result ? result.records : []
    expect(records).toHaveLength(entries)
    expect(result.outcome).toBe(entries === 0 ? 'none' : entries === 10 ? 'truncated' : 'hits')
    for (const each of records) {
      expect(() => record.parse(each)).not.toThrow()
      expect(each.title).toMatch(/\S/)
      expect(each.title).not.toMatch(/\n|&[a-z]+;|<[a-z/]/)
      expect(each.abstract).toMatch(/^\S[^\n]*\S$/)
      expect(each.recordId).toMatch(/^(?:\d{4}\.\d{4,5}|[a-z-]+\/\d{7})$/)
      expect(each.ids.arxiv).toBe(each.recordId)
      expect(each.authors.length).toBeGreaterThan(0)
      expect(each.year).toBeGreaterThan(1990)
      expect(each.openAccess).toEqual([{ kind: 'pdf', url: expect.stringMatching(/^https:\/\/arxiv\.org\/pdf\//) }])
    }
  })
})
