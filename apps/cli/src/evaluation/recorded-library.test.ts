import { newCorpus } from '@winnow/domain/corpus.ts'
import type { LoadedRun } from '@winnow/runs/load-run.ts'
import { buildState } from '@winnow/testkit/state-builder.ts'
import { expect, test } from 'vitest'
import { recordedLibrary } from './recorded-library.ts'

const run = (libraries: readonly string[]): LoadedRun => ({
  runId: 'r',
  workspaceId: 'w',
  traceId: '',
  state: buildState({ libraries }),
  corpus: newCorpus(),
  events: [],
})
const blob = (recordId: string) =>
  `${JSON.stringify({ source: 'library', recordId, ids: {}, title: recordId, authors: [], type: 'article' })}\n`
const named = (libraries: readonly string[], stored: Readonly<Record<string, string>>) => ({
  run: run(libraries),
  blobs: { get: async (hash: string) => (stored[hash] === undefined ? null : new TextEncoder().encode(stored[hash])) },
  blobsHint: 'it is nowhere',
})

test('the libraries of a run as one', async () => {
  const { index } = await recordedLibrary(named(['h1', 'h2'], { h1: blob('a'), h2: blob('b') }))
  expect(index?.records.map(({ recordId }) => recordId)).toEqual(['a', 'b'])
})
test.each([
  ['a run without one', [], 'the run searched no library, and other sources are not asked again'],
  ['one that is not at hand', ['h1', 'h2'], 'the library h2 is not at hand: it is nowhere'],
])('%s', async (_, libraries, reason) => {
  expect(await recordedLibrary(named(libraries, { h1: blob('a') }))).toEqual({ index: null, reason })
})
