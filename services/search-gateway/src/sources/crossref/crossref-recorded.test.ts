import type { ApiReply } from '@winnow/http/api-exchange.ts'
import { describe, expect, test } from 'vitest'
import { answered, converse, response } from '../../testing/converse.ts'
import { hasRecordedAnswers, type RecordedAnswer, recordedAnswer, recordedAnswersOf } from '../../testing/recorded-answers.ts'
import { crossrefApi } from './crossref-api.ts'
import { crossrefFault } from './crossref-fault.ts'

function replyOf({ file, status }: RecordedAnswer): ApiReply {
  const body = recordedAnswer(file)
  const fault = crossrefFault(response(body, status), false)
  return fault === null ? answered(body, status) : { ok: false, fault }
}

/** What a search comes to when each recording answers it: outcome and number of records. */
const searches: Readonly<globalThis.Record<string, string>> = {
  'author-mismatch-still-returns.json': 'truncated 1',
  'components-no-title-null-date.json': 'truncated 4',
  'cursor-first-page.json': 'truncated 10',
  'cursor-second-page.json': 'truncated 10',
  'empty-prefix-works.json': 'none 0',
  'empty-search.json': 'none 0',
  'items-abstract-variants.json': 'truncated 4',
  'items-collective-authors.json': 'truncated 3',
  'items-html-mathml-entity-titles.json': 'truncated 7',
  'items-no-title-no-author-null-date.json': 'truncated 3',
  'items-preprint-article-pair.json': 'truncated 2',
  'items-u2010-author-names.json': 'truncated 3',
  'items-update-to-and-updated-by.json': 'truncated 3',
  'retracted-paper-invisible-with-select.json': 'truncated 1',
  'title-search-chemcrow.json': 'truncated 1',
  'title-search-copper-oxide.json': 'truncated 1',
  'title-search-jats-sec.json': 'truncated 1',
  'works-query-rows2.json': 'truncated 2',
  'works-select-doi-title.json': 'truncated 10',
}

/** Works that the recorded single answers are about. */
const works: Readonly<globalThis.Record<string, string>> = {
  'message-2026-07.json': '10.1038/nature12373',
  'work-a1007154515475.json': '10.1023/a:1007154515475',
  'work-addr.2015.01.008.json': '10.1016/j.addr.2015.01.008',
  'work-by-doi-pone.0033693.json': '10.1371/journal.pone.0033693',
  'work-html-title-pnas.1205508109.json': '10.1073/pnas.1205508109',
  'work-jats-significance-updated-by.json': '10.1073/pnas.1414271111',
  'work-no-authors.json': '10.1007/s40278-023-41815-2',
  'work-preprint-biorxiv-2024.json': '10.1101/2024.04.01.587366',
  'work-xgen.2025.100814.json': '10.1016/j.xgen.2025.100814',
}

describe.skipIf(!hasRecordedAnswers)('all recorded answers of Crossref', () => {
  const recordings = recordedAnswersOf('crossref').map((recording) => ({ ...recording, name: recording.file.replace('crossref/', '') }))
  const named = (names: readonly string[]) => recordings.filter(({ name }) => names.includes(name))

  test.each(recordings)('$name answers a search', ({ name, ...recording }) => {
    const reply = replyOf(recording)
    const { result } = converse(crossrefApi.search({ query: 'x', limit: 10, fromYear: null, toYear: null }), () => reply)
    const records = 'records' in result ? result.records : []
    expect(`${result.outcome} ${records.length}`).toBe(searches[name] ?? 'failed 0')
    for (const { title, abstract, venue, authors } of records) {
      expect([title, abstract, venue, ...authors.flatMap(Object.values)].join('\n')).not.toMatch(/<\/?[a-z]|&#?\w+;|jats:|mml:|\bNA;/i)
      expect(title).toMatch(/^\S.*\S$/)
    }
  })

  test.each(named(Object.keys(works)))('$name answers a lookup', ({ name, ...recording }) => {
    if (crossrefApi.lookup === undefined) throw new Error('no lookup')
    const { result } = converse(crossrefApi.lookup([{ scheme: 'doi', value: works[name] ?? '' }]), [replyOf(recording)])
    expect(result.outcome === 'answered' ? [...result.records.keys()] : result).toEqual([`doi:${works[name]}`])
  })

  test.each(named(['error-404-unknown-doi.txt', 'error-404-arxiv-doi.txt', 'agency-404.txt']))('$name is an unknown work', (recording) => {
    if (crossrefApi.lookup === undefined) throw new Error('no lookup')
    const { result } = converse(crossrefApi.lookup([{ scheme: 'doi', value: '10.5555/x' }]), [replyOf(recording)])
    expect(result).toEqual({ outcome: 'answered', records: new Map() })
  })

  test('all that is expected is recorded', () => {
    expect(named([...Object.keys(searches), ...Object.keys(works)])).toHaveLength(Object.keys({ ...searches, ...works }).length)
  })
})
