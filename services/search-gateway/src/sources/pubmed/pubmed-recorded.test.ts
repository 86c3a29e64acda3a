import type { ApiReply } from '@winnow/http/api-exchange.ts'
import { describe, expect, test } from 'vitest'
import { answered, converse, parameter, response } from '../../testing/converse.ts'
import { hasRecordedAnswers, recordedAnswer, recordedAnswersOf } from '../../testing/recorded-answers.ts'
import { pubmedApi } from './pubmed-api.ts'
import { pubmedFault } from './pubmed-fault.ts'

const { lookup, backward, forward } = pubmedApi
if (lookup === undefined || backward === undefined || forward === undefined) throw new Error('not whole')

const files = recordedAnswersOf('pubmed').map(({ file }) => file.replace('pubmed/', ''))

function replyOf(file: string, status = 200): ApiReply {
  const body = recordedAnswer(file)
  const fault = pubmedFault(response(body, status), false)
  return fault === null ? answered(body, status) : { ok: false, fault }
}

/** What the recorded records say: PubMed id, year, number of authors, parts of the abstract. */
const records: Readonly<globalThis.Record<string, readonly string[]>> = {
  'efetch-2026-03-otherabstract.xml': ['41884867 2026 5 1', '41884779 2026 5 1', '41884685 2026 2 6'],
  'efetch-20301577-book.xml': ['20301577 1993 2 4'],
  'efetch-20729678-medlinedate.xml': ['20729678 2010 2 1'],
  'efetch-23435529-collective-labels.xml': ['23435529 2013 15 4'],
  'efetch-23657305-season-labels.xml': ['23657305 2013 6 5'],
  'efetch-26568896-suffix.xml': ['26568896 2014 4 1'],
  'efetch-29768149-nejm.xml': ['29768149 2018 10 4'],
  'efetch-29963580-mathml-collective.xml': ['29963580 2018 9 1'],
  'efetch-30108519-mathml-html.xml': ['30108519 2018 2 1'],
  'efetch-32160763-no-abstract.xml': ['32160763 2020 1 0'],
  'efetch-34843274-collective.xml': ['34843274 2022 1 1'],
  'efetch-36987902-vernacular-labels.xml': ['36987902 2023 7 4'],
  'efetch-37909814-unknown-pmid-empty-set.xml': [],
  'efetch-38048813-vernacular-no-abstract.xml': ['38048813 2023 5 0'],
  'efetch-38147649-erratum-in.xml': ['38147649 2024 23 1'],
  'efetch-38534005-collective-labels-italic.xml': ['38534005 2024 9 7'],
  'efetch-38833988-erratum-notice-a.xml': ['38833988 2024 6 0'],
  'efetch-38962805-erratum-notice-b.xml': ['38962805 2024 0 0'],
  'efetch-39382274-collective-equalcontrib-sub.xml': ['39382274 2024 18 1'],
  'efetch-biopython-two-records.xml': ['12091962 1990 1 0', '9997 1976 1 1'],
  'efetch-book-jabref.xml': ['21413195 2009 2 1'],
  'efetch-mathml-cellml2.xml': ['32759406 2020 8 1'],
  'efetch-retracted-publication.xml': ['993 1975 2 1'],
}

describe.skipIf(!hasRecordedAnswers)('all recorded answers of PubMed', () => {
  test.each(Object.entries(records))('%s', (file, expected) => {
    const ids = expected.map((row) => row.split(' ')[0] ?? '')
    const asked = ids.length > 0 ? ids : ['37909814']
    const { result } = converse(lookup(asked.map((value) => ({ scheme: 'pmid', value }))), [replyOf(`pubmed/${file}`)])
    const found = result.outcome === 'answered' ? [...result.records.values()] : []
    expect(
      found.map(({ recordId, year, authors, abstract }) => [recordId, year, authors.length, abstract?.split('\n').length ?? 0].join(' ')),
    ).toEqual(expected)
    for (const { title, abstract, venue, authors } of found) {
      expect([title, abstract, venue, ...authors.flatMap(Object.values)].join('\n')).not.toMatch(/<\/?[a-z]|&#?\w+;|mml:/i)
      expect(title).toMatch(/^\S.*\S$/)
    }
  })
  test('there is no other efetch', () => {
    expect(files.filter((file) => file.startsWith('efetch')).toSorted()).toEqual(Object.keys(records).toSorted())
  })
  test('the retracted one', () => {
    const { result } = converse(lookup([{ scheme: 'pmid', value: '993' }]), [replyOf('pubmed/efetch-retracted-publication.xml')])
    expect(result.outcome === 'answered' ? result.records.get('pmid:993') : result).toMatchObject({
      retracted: true,
      notices: [{ from: 'publication type' }, { kind: 'retraction', direction: 'by', pmid: '195582', from: 'pubmed RetractionIn' }],
    })
  })

  const search = { query: 'attention mechanism', limit: 10, fromYear: null, toYear: null }
  test('a search, then its records', () => {
    const { result, requests } = converse(pubmedApi.search(search), (request) =>
      replyOf(request.path.includes('esearch') ? 'pubmed/esearch-2026-03.json' : 'pubmed/efetch-2026-03-otherabstract.xml'),
    )
    expect(requests.map((request) => parameter(request, 'id')).at(-1)).toBe('41884867,41884779,41884685')
    expect(result).toMatchObject({
      outcome: 'truncated',
      total: 115258,
      records: [{ recordId: '41884867' }, { recordId: '41884779' }, { recordId: '41884685' }],
    })
  })
  test('a search without hits', () => {
    expect(converse(pubmedApi.search(search), [replyOf('pubmed/esearch-zero-hits-warnings.xml')]).result).toMatchObject({
      outcome: 'none',
      total: 0,
      note: 'PubMed did not find "abcXYZ"; it searched for (abcXYZ[All Fields])',
    })
  })
  test.each(files.filter((file) => !/^(?:esearch|efetch|elink)/.test(file)))('%s is a failure', (file) => {
    expect(converse(pubmedApi.search(search), [replyOf(`pubmed/${file}`)]).result).toMatchObject({ outcome: 'failed' })
  })
  test.each([200, 429])('the rate error with %i is throttled', (status) => {
    expect(converse(pubmedApi.search(search), [replyOf('_observed/ncbi-rate-limit.json', status)]).result).toMatchObject({
      outcome: 'throttled',
    })
  })

  const links = (follow: typeof backward, recordId: string, file: string) => {
    const seed = { recordId, source: 'pubmed', ids: {}, title: 'x', authors: [], type: 'article' as const }
    return converse(follow(seed, 500), (request) =>
      request.path.includes('elink') ? replyOf(`pubmed/${file}`) : replyOf('pubmed/efetch-37909814-unknown-pmid-empty-set.xml'),
    ).result
  }
  test('the references and citing works of a recorded work', () => {
    expect(links(backward, '9298984', 'elink-neighbor.xml')).toMatchObject({ total: 56, unresolved: 56 })
    expect(links(forward, '9298984', 'elink-neighbor.xml')).toMatchObject({ total: 39, unresolved: 39 })
  })
  test('links of two works in one set are of neither', () => {
    expect(links(forward, '11812492', 'elink-two-ids.xml')).toMatchObject({ outcome: 'failed' })
  })
  test.each(['elink-ncheck.xml', 'elink-prlinks.xml'])('%s has none', (file) => {
    expect(links(forward, '10611131', file)).toMatchObject({ outcome: 'failed' })
  })
})
