import { expect, test } from 'vitest'
import { arxiv, errorEntry } from './arxiv.ts'
import { ask, soilCorpus, worksOf } from './testing-corpus.ts'

const corpus = soilCorpus()
const preprints = worksOf(corpus, 'arxiv')
const feed = (query: string, wrongWork = false) => {
  const answer = ask(arxiv, corpus, `/api/query?${query}`, { wrongWork })
  const body = String(answer.body)
  const all = (pattern: RegExp) => [...body.matchAll(pattern)].map((match) => match[1] ?? '')
  return {
    status: answer.status,
    body,
    ids: all(/<id>http:\/\/arxiv\.org\/abs\/(.+?)v\d+<\/id>/g),
    titles: all(/<title>(.+?)<\/title>/gs).slice(1),
    published: all(/<published>(.+?)<\/published>/g),
    total: Number(all(/<opensearch:totalResults>(\d+)</g)[0]),
  }
}
const query = (text: string) => `search_query=${encodeURIComponent(text)}`

test('AND is a real AND, OR an OR, and fields are fields', () => {
  expect(feed(query('all:water AND all:alpha')).total).toBeGreaterThan(0)
  expect(feed(query('all:alpha AND all:omega')).total).toBe(0)
  expect(feed(query('all:alpha OR all:omega')).total).toBe(feed(query('all:alpha')).total + feed(query('all:omega')).total)
  expect(feed(query('ti:pots')).total).toBe(0)
  expect(feed(query('abs:pots')).total).toBe(preprints.length)
  expect(feed(query('au:Family3')).total).toBe(1)
  expect(feed(query('au:pots')).total).toBe(0)
  expect(feed(query('family3')).total).toBe(1)
  expect(feed(query('all:alpha ANDNOT all:water')).total).toBe(0)
})

test('a range of days, alone and with words on either side', () => {
  const range = 'submittedDate:[201001010000 TO 201212312359]'
  const alone = feed(`${query(range)}&max_results=50`)
  expect(alone.total).toBeGreaterThan(0)
  expect(alone.published.filter((day) => day < '2010' || day >= '2013')).toEqual([])
  expect(feed(query(`all:soil AND ${range}`)).total).toBe(alone.total)
  expect(feed(query(`${range} AND all:soil`)).total).toBe(alone.total)
  expect(feed(query(`(all:alpha OR all:omega) AND ${range}`)).total).toBeLessThan(alone.total)
})

test('pages of ten unless told, and orders by day', () => {
  const all = feed(`${query('all:soil')}&max_results=100`)
  expect(all.ids.length).toBe(preprints.length)
  expect(feed(query('all:soil')).ids).toEqual(all.ids.slice(0, 10))
  expect(feed(`${query('all:soil')}&start=10&max_results=5`).ids).toEqual(all.ids.slice(10, 15))
  const byDay = feed(`${query('all:soil')}&max_results=100&sortBy=submittedDate&sortOrder=descending`).published
  expect(byDay).toEqual([...byDay].sort().reverse())
  expect(feed(`${query('all:soil')}&max_results=100&sortBy=submittedDate&sortOrder=ascending`).published).toEqual([...byDay].sort())
})

test('ids in their order, with or without version, unknown ones left out', () => {
  const [first, second] = preprints.map(({ ids }) => ids.arxiv ?? '')
  expect(feed(`id_list=${second}v1,9912.99999,${first}`)).toMatchObject({ status: 200, total: 2, ids: [second, first] })
  expect(feed('id_list=9912.99999')).toMatchObject({ status: 200, total: 0, ids: [] })
  expect(feed(`id_list=${second}&${query('all:soil')}`).ids).toEqual([second])
})

test('another work under the asked id when the index is mixed up', () => {
  const id = preprints[0]?.ids.arxiv ?? ''
  const [right, wrong] = [feed(`id_list=${id}`), feed(`id_list=${id}`, true)]
  expect(wrong.ids).toEqual([id])
  expect(wrong.titles).not.toEqual(right.titles)
})

test.each([
  ['a malformed id', 'id_list=abc', 'incorrect id format for abc'],
  ['a malformed query', query('(all:soil AND'), 'malformed search query'],
  ['a start that is no number', `${query('soil')}&start=x`, 'start must be an integer'],
  ['a size that is no number', `${query('soil')}&max_results=-1`, 'max_results must be an integer'],
  ['too far', `${query('soil')}&start=29991&max_results=10`, 'start + max_results must not exceed 30000'],
])('refused as a feed with one error entry: %s', (_, asked, said) => {
  const { status, body, titles, total } = feed(asked)
  expect({ status, titles, total }).toEqual({ status: 400, titles: ['Error'], total: 1 })
  expect(body).toContain(`<summary>${said}</summary>`)
  expect(body).toContain('<id>https://arxiv.org/api/errors#')
})

test('the last reach is no error, and the old style of error has status 200', () => {
  expect(feed(`${query('soil')}&start=29990&max_results=10`).status).toBe(200)
  const old = errorEntry('said', 'said', 200)
  expect(old.status).toBe(200)
  expect(String(old.body)).toContain('<id>http://arxiv.org/api/errors#said</id>')
})

test('the PDF of a preprint, by its id with or without version', () => {
  const id = preprints[0]?.ids.arxiv ?? ''
  for (const path of [`/pdf/${id}`, `/pdf/${id}v2`, `/pdf/${id}v1.pdf`]) {
    const answer = ask(arxiv, corpus, path)
    expect(answer).toMatchObject({ status: 200, headers: { 'content-type': 'application/pdf' } })
    expect(Buffer.from(answer.body).subarray(0, 5).toString()).toBe('%PDF-')
  }
  expect(ask(arxiv, corpus, '/pdf/9912.99999').status).toBe(404)
  expect(ask(arxiv, corpus, '/nonsense').status).toBe(404)
})
