import type { Record as LibraryRecord } from '@winnow/contracts/entities/record.ts'
import { buildCorpus, type Corpus } from './corpus.ts'
import type { WorldAnswer, WorldApi, WorldHandler, WorldRequest } from './world-exchange.ts'
import type { WorldWork } from './world-work.ts'

/** A record of a library: "r1" with a title of its own, unless the parts say otherwise. */
export function testRecord(recordId: string, parts: Partial<LibraryRecord> = {}): LibraryRecord {
  return { recordId, source: 'library', ids: {}, title: `Title of ${recordId}`, authors: [], type: 'article', ...parts }
}

const greek = 'alpha beta gamma delta epsilon zeta eta theta iota kappa lambda sigma omega'.split(' ')

/** `count` works on soil that differ in one word, year and authors; each cites the two before it and one that nobody has. */
export function soilCorpus(count = 60): Corpus {
  return buildCorpus(
    Array.from({ length: count }, (_, n): LibraryRecord => {
      const preprint = n % 3 === 0
      const word = greek[n % greek.length] ?? ''
      return testRecord(`soil-${n}`, {
        ids: preprint ? {} : { doi: `10.5555/soil.${n}` },
        title: `Water in Soil of the ${word} Kind: Trial ${n}`,
        authors: [{ given: 'Ada Maria', family: `Family${n}` }, { collective: `The Soil Group ${n}` }],
        year: 2000 + (n % 25),
        venue: 'Journal of Soil',
        volume: '7',
        issue: '2',
        pages: '11-19',
        type: preprint ? 'preprint' : n % 7 === 0 ? 'review' : 'article',
        abstract: `We watched water in ${word} soil. Pots were weighed each night & day. The ${word} soil held more water than sand. Few pots were tried.`,
        references: [...(n > 0 ? [`id:soil-${n - 1}`] : []), ...(n > 1 ? [`id:soil-${n - 2}`] : []), 'doi:10.9999/nobody'],
      })
    }),
  )
}

export interface Asked {
  readonly method?: string
  readonly body?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly wrongWork?: boolean
}

/** What a handler answers to a path with its query. */
export function ask(handler: WorldHandler, corpus: Corpus, target: string, asked: Asked = {}): WorldAnswer {
  const { pathname, searchParams } = new URL(target, 'http://api')
  const request: WorldRequest = {
    method: asked.method ?? 'GET',
    path: pathname,
    query: searchParams,
    body: asked.body ?? '',
    headers: asked.headers ?? {},
    origin: 'http://world',
    wrongWork: asked.wrongWork ?? false,
  }
  return handler(corpus, request)
}

/** The body of an answer as JSON of a shape that the test names. */
export function bodyOf<T>(answer: WorldAnswer): T {
  return JSON.parse(String(answer.body)) as T
}

/** The works of a corpus that an API has. */
export function worksOf(corpus: Corpus, api: WorldApi): readonly WorldWork[] {
  return corpus.works.filter(({ foundIn }) => foundIn.has(api))
}

/** The first work that meets a test; throws when there is none. */
export function someWork(corpus: Corpus, test: (work: WorldWork) => boolean): WorldWork {
  const found = corpus.works.find(test)
  if (found === undefined) throw new Error('no work of the corpus is like that')
  return found
}
