import type { Usage } from '@winnow/contracts/entities/usage.ts'
import type { EventData, EventType, TypedEvent } from '@winnow/contracts/registry.ts'
import { collect, newCorpus } from '@winnow/domain/corpus.ts'
import { fold } from '@winnow/domain/evolve.ts'
import type { RunMaterial } from '../run-material.ts'

/** An event of a test's log: what matters, in log order. */
export type Entry = {
  readonly [T in EventType]: { readonly type: T; readonly data: EventData<T>; readonly usage?: readonly Usage[] }
}[EventType]

/** Positions from 1, ids that show the position. */
export function logOf(entries: readonly Entry[]): readonly TypedEvent[] {
  return entries.map(({ type, data, usage }, index) => {
    const pos = index + 1
    return {
      id: `00000000-0000-4000-8000-${String(pos).padStart(12, '0')}`,
      key: `${type}:${pos}`,
      type,
      version: 1,
      runId: 'run-1',
      workspaceId: 'default',
      aggregate: 'run',
      at: '2026-07-01T10:00:00.000Z',
      actor: { service: 'test', version: '1', instance: 'test' },
      causationId: null,
      traceparent: `00-${'1'.repeat(32)}-${'2'.repeat(16)}-01`,
      usage: [...(usage ?? [])],
      data,
      pos,
      hash: '0'.repeat(64),
    } as TypedEvent
  })
}

/** The material of a run with this log, without a report unless it is given. */
export function materialOf(events: readonly TypedEvent[], content: RunMaterial['content'] = null): RunMaterial {
  const corpus = newCorpus()
  for (const event of events) collect(corpus, event)
  return { runId: 'run-1', state: fold(events), corpus, content, abstracts: new Map() }
}
