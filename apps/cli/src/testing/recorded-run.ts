import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { writeJsonl } from '@winnow/bibliography/write/jsonl.ts'
import { modelRoles } from '@winnow/contracts/entities/model-role.ts'
import type { Recorded } from '@winnow/contracts/envelope.ts'
import { markdownReport } from '@winnow/report/markdown.ts'
import { foldRun } from '@winnow/runs/load-run.ts'
import type { ResearchWish } from '@winnow/runs/research-request.ts'
import { runMaterial } from '@winnow/runs/run-material.ts'
import { memoryStores } from '@winnow/runs/testing/memory-stores.ts'
import { wishFor } from '@winnow/runs/testing/wish.ts'
import { replies, scriptedProvider } from '@winnow/testkit/scripted-provider.ts'
import { standInReply } from '@winnow/testkit/stand-in-reply.ts'
import { writeBundle } from '../output/bundle.ts'
import { driveInMemory, requestInMemory } from './memory-engine.ts'

/** Papers of a small library that speak to `question`; two of them are one work. */
const papers = ['paging', 'recall', 'planning', 'forgetting', 'recall'].map((topic, index) => ({
  id: `${topic}-${index}`,
  title: `Memory and ${topic} in language agents on long tasks`,
  authors: ['Okafor, Ada'],
  year: topic === 'recall' ? 2021 : 2020 + index,
  ...(topic === 'recall' ? { doi: '10.5555/recall' } : {}),
  abstract: `We study memory in agents by ${topic}. Memory with ${topic} helps agents recall earlier sessions on long tasks. It costs calls.`,
}))
export const question = 'How do memory mechanisms help language agents recall earlier sessions on long tasks?'

/**
 * A whole run with a model whose reply the prompt alone decides, in a folder: library, events.jsonl as a run's folder `run` has
 * it, the same with its blobs as a `bundle`, and its report.md.
 */
export async function recordRun(folder: string): Promise<{ readonly events: readonly Recorded[]; readonly library: string }> {
  const library = join(folder, 'papers.jsonl')
  await writeFile(library, writeJsonl(papers))
  const stores = memoryStores()
  const models = Object.fromEntries(modelRoles.map((role) => [role, role === 'judge' ? 'none' : 'openai:m'])) as ResearchWish['models']
  const limits = { ...wishFor('').limits, maxIterations: 2, maxReads: 6, maxSearches: 6, maxSnowballRounds: 1 }
  await requestInMemory(stores, 'r-recorded', wishFor(question, { models, maxSubquestions: 2, limits }), library)
  const { services: model } = scriptedProvider(({ user, schema }) => replies(standInReply(user, schema)))
  const { state } = await driveInMemory('r-recorded', stores, { model })
  if (state.completed?.status !== 'completed') throw new Error('the run did not come to its end')
  const events = await Array.fromAsync(stores.log.archive('r-recorded'))
  await mkdir(join(folder, 'run'))
  await writeFile(join(folder, 'run', 'events.jsonl'), writeJsonl(events))
  const run = foldRun(await Array.fromAsync(stores.log.read('r-recorded')))
  await writeBundle(join(folder, 'bundle'), run, events, stores.blobs)
  const material = await runMaterial(run, stores.blobs)
  await writeFile(join(folder, 'report.md'), markdownReport(material, { generatedAt: '2026-06-30T09:01:00.000Z', durationMs: 60_000 }))
  return { events, library }
}
