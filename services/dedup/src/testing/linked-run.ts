import type { Record } from '@winnow/contracts/entities/record.ts'
import { numberOf } from '@winnow/contracts/ids.ts'
import type { EventData, NewEvent } from '@winnow/contracts/registry.ts'
import { nextDocument } from '@winnow/domain/decide/searching.ts'
import { givenRecord } from '@winnow/domain/linkage/fixtures/given-record.ts'
import type { Service } from '@winnow/runtime/service.ts'
import { History } from '@winnow/testkit/history.ts'
import { outcomeOf, taskOn } from '@winnow/testkit/scripted-task.ts'
import { createDedup } from '../service.ts'

/** Records of a library: "r1" is a work of its own by one author, of 2020, unless the parts say otherwise. */
export function libraryRecord(recordId: string, parts: Parameters<typeof givenRecord>[0] = {}): Record {
  return givenRecord({ source: 'library', title: distinct(recordId), authors: [`Author${recordId}, A`], year: 2020, recordId, ...parts })
}

/** Titles that have nothing in common. */
function distinct(recordId: string): string {
  const words = ['harbour', 'glacier', 'violin', 'pollen', 'turbine', 'mosaic', 'lantern', 'orchard', 'comet', 'saddle']
  const at = numberOf(recordId)
  return `${words[at % 10]} ${words[(at * 3 + 1) % 10]} ${words[(at * 7 + 4) % 10]} observations alpha${recordId}`
}

/** Where a record was found: its operation and, in the operation's order, its records. */
export type Operations = { readonly [operationId: string]: readonly Record[] }

/** A run of searches and linkage, told through a history as the log would. */
export class LinkedRun {
  readonly history = new History().request()
  readonly #service: () => Service
  #rounds = 0

  /** `service` gives the one to ask; a new one each time knows nothing of the rounds before. */
  constructor(service: (() => Service) | undefined = undefined) {
    const own = createDedup()
    this.#service = service ?? (() => own)
  }

  get state() {
    return this.history.state
  }

  /** One round: the operations find their records, and are linked in the given order or that of their ids. */
  async round(
    found: Operations,
    options: { readonly order?: readonly string[]; readonly recordIds?: { readonly [id: string]: readonly string[] } } = {},
  ) {
    this.#rounds += 1
    this.search(found)
    const order = options.order ?? Object.keys(found)
    return this.dedup({
      operations: order.map((operationId) => {
        const recordIds = options.recordIds?.[operationId]
        return { operationId, ...(recordIds === undefined ? {} : { recordIds: [...recordIds] }) }
      }),
    })
  }

  search(found: Operations): void {
    const operations = Object.entries(found)
    this.history.add('SearchesRequested', {
      iteration: Math.max(1, this.#rounds),
      operations: operations.map(([operationId, records]) => ({
        workId: `search:${operationId}`,
        operationId,
        intentId: 'RQ1.i1',
        source: records[0]?.source ?? 'library',
        query: operationId,
        limit: 200,
        fromYear: null,
        toYear: null,
      })),
      unaffordable: 0,
      reserve: {},
    })
    for (const [operationId, records] of operations) {
      this.history.add('CandidatesFound', {
        workId: `search:${operationId}`,
        part: 1,
        parts: 1,
        operationId,
        intentId: 'RQ1.i1',
        source: records[0]?.source ?? 'library',
        query: operationId,
        outcome: records.length === 0 ? 'none' : 'hits',
        asked: 200,
        returned: records.length,
        total: records.length,
        records: [...records],
      })
    }
  }

  /** Asks the service, and folds its outcome. */
  async dedup(parts: Partial<EventData<'DedupRequested'>>): Promise<readonly NewEvent[]> {
    const data: EventData<'DedupRequested'> = {
      workId: `dedup:${this.history.events.length}`,
      phase: 'search',
      iteration: this.#rounds,
      operations: [],
      firstDocument: nextDocument(this.state),
      split: null,
      ...parts,
    }
    this.history.add('DedupRequested', data)
    const { state, corpus } = this.history
    const events = await outcomeOf(this.#service(), taskOn({ state: structuredClone(state), corpus }, 'DedupRequested', data))
    for (const event of events) this.history.addEvent(event)
    return events
  }

  /** The documents by number, with their records: "D1: r1 r2". */
  get documents(): readonly string[] {
    return Object.values(this.state.documents)
      .sort((a, b) => numberOf(a.documentId) - numberOf(b.documentId))
      .map(({ documentId, records }) => `${documentId}: ${records.map((key) => key.slice(key.indexOf(':') + 1)).join(' ')}`)
  }

  /** The records that are together, whatever their documents are called. */
  get partition(): readonly string[] {
    return Object.values(this.state.documents)
      .map(({ records }) => records.join(' '))
      .sort()
  }
}
