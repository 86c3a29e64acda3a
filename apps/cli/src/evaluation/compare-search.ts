import type { EventData, NewEvent, TypedEvent } from '@winnow/contracts/registry.ts'
import { dice } from '@winnow/domain/evaluation/agreement.ts'
import { type GoldFound, goldFound } from '@winnow/domain/evaluation/gold-found.ts'
import { keysOf, searchRecall } from '@winnow/domain/evaluation/search-recall.ts'
import { queryKey } from '@winnow/domain/query-key.ts'
import { recordKey } from '@winnow/domain/state.ts'
import type { LoadedRun } from '@winnow/runs/load-run.ts'
import { searchLibrary } from '@winnow/search-gateway/core/library-index.ts'
import type { Comparison, Figures } from './comparison.ts'
import { goldWorks } from './gold-works.ts'
import type { RecordedLibrary } from './recorded-library.ts'
import type { IntentHits } from './search-measure.ts'

interface Written {
  readonly intentId: string
  readonly recorded: readonly Query[]
  readonly rerun: readonly Query[]
}
type Query = EventData<'QueriesWritten'>['queries'][number]
type Operation = EventData<'SearchesRequested'>['operations'][number]

/** The library gives so many records a search (spec §1), when the log has no search of it to go by. */
const libraryLimit = 200

/**
 * What the recorded searches found of the gold; and, for intents whose queries were written again, which queries differ and what
 * those for the library find in it. `library`: null when nothing is run again.
 */
export function compareSearch(run: LoadedRun, library: RecordedLibrary | null): Comparison {
  const written: Written[] = []
  const index = library?.index ?? null
  const asked = run.events.flatMap((event) => (event.type === 'SearchesRequested' ? event.data.operations : []))
  const ofLibrary = asked.filter(({ source }) => source === 'library')
  return {
    take: ({ recorded, again }) => {
      const [before, after] = [queriesOf(recorded), queriesOf(again)]
      if (before !== null && after !== null) written.push({ intentId: before.intentId, recorded: before.queries, rerun: after.queries })
    },
    result: (gold) => {
      const works = gold === null ? null : goldWorks(gold, run, index?.records ?? [])
      const recall = searchRecall(run.state, works)
      const searched = index === null || written.length === 0 ? null : written.map((one) => searchAgain(one))
      const found = (keys: readonly ReadonlySet<string>[]) =>
        works === null
          ? null
          : goldFound(
              keys.map((set) => ({ id: '', keys: set })),
              works,
            )
      const [before, after] = [found(searched?.map(({ recorded }) => recorded) ?? []), found(searched?.map(({ rerun }) => rerun) ?? [])]
      const hits = (keys: ReadonlySet<string>, of: GoldFound | undefined): IntentHits => ({ records: keys.size, gold: of ?? null })
      const total = recall.total.gold
      return {
        agreement: queryFigures(written),
        gold:
          total === null
            ? null
            : {
                recorded: searched === null ? totalFigures(total.works, total.found) : libraryFigures(works?.length ?? 0, before),
                rerun: searched === null ? null : libraryFigures(works?.length ?? 0, after),
              },
        changed: written.filter(isOther).map((one) => ({ ...one, words: wordsOf(one) })),
        measured: {
          stage: 'search',
          ...recall,
          searchedAgain:
            searched?.map(({ intentId, recorded, rerun }, at) => ({
              intentId,
              recorded: hits(recorded, before?.[at]),
              rerun: hits(rerun, after?.[at]),
            })) ?? null,
          notSearchedAgain: library === null ? 'no query was written again' : library.index === null ? library.reason : null,
        },
      }
    },
  }

  function searchAgain({ intentId, rerun }: Written) {
    const recorded = Object.values(run.state.operations).filter(
      (operation) => operation.intentId === intentId && operation.source === 'library',
    )
    const limits = ofLibrary.find((operation) => operation.intentId === intentId) ?? ofLibrary[0]
    const records = rerun
      .filter(({ source }) => source === 'library')
      .flatMap(({ query }) => (index === null ? [] : searchLibrary(index, { query, ...bounds(limits) }).records))
    return { intentId, recorded: keysOf(recorded), rerun: new Set(records.map(recordKey)) }
  }

  function bounds(limits: Operation | undefined) {
    const options = run.state.request?.options
    return {
      limit: limits?.limit ?? libraryLimit,
      fromYear: limits?.fromYear ?? options?.fromYear ?? null,
      toYear: limits?.toYear ?? options?.toYear ?? null,
    }
  }
}

function queriesOf(events: readonly (TypedEvent | NewEvent)[]): EventData<'QueriesWritten'> | null {
  for (const event of events) if (event.type === 'QueriesWritten') return event.data
  return null
}

function keyOf({ source, query }: Query): string {
  return queryKey(source, query)
}

function shared({ recorded, rerun }: Written): number {
  return new Set(recorded.map(keyOf)).intersection(new Set(rerun.map(keyOf))).size
}

function queryFigures(written: readonly Written[]): Figures {
  if (written.length === 0) return {}
  const sum = (of: (one: Written) => number) => written.reduce((total, one) => total + of(one), 0)
  const distinct = (queries: readonly Query[]) => new Set(queries.map(keyOf)).size
  const [before, after, same] = [sum(({ recorded }) => distinct(recorded)), sum(({ rerun }) => distinct(rerun)), sum(shared)]
  return {
    intents: written.length,
    queriesRecorded: before,
    queriesRerun: after,
    sameQueries: same,
    queryOverlap: dice(before, after, same),
  }
}

function totalFigures(works: number, found: number): Figures {
  return { works, found, recall: works === 0 ? null : found / works }
}

/** Of the library searches of the intents whose queries were written again, all together. */
function libraryFigures(works: number, found: readonly GoldFound[] | null): Figures {
  return totalFigures(
    works,
    (found ?? []).reduce((sum, { added }) => sum + added, 0),
  )
}

function isOther(one: Written): boolean {
  return shared(one) < Math.max(new Set(one.recorded.map(keyOf)).size, new Set(one.rerun.map(keyOf)).size)
}

function wordsOf({ intentId, recorded, rerun }: Written): string {
  const only = (of: readonly Query[], others: readonly Query[], sign: string) =>
    of
      .filter((query) => !others.some((other) => keyOf(other) === keyOf(query)))
      .map(({ source, query }) => `    ${sign} ${source}: ${query}`)
  return [intentId, ...only(recorded, rerun, '-'), ...only(rerun, recorded, '+')].join('\n')
}
