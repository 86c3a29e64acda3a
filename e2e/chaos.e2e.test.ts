import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { chaosTable } from './chaos/chaos-table.ts'
import { runChaos } from './chaos/run-chaos.ts'

/** Few processes, each with several roles: `npm run chaos` has one a role. */
const groups = [
  ['conductor', 'gateway', 'projection'],
  ['planner', 'dedup', 'critic', 'writer'],
  ['search-gateway', 'screener', 'reader'],
]

test('a cluster whose services, broker and database are killed and cut off comes to the ends of undisturbed twins', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'winnow-chaos-test-'))
  const told: string[] = []
  const options = {
    folder,
    groups,
    replicas: 2,
    runs: 3,
    kills: 8,
    everyMs: 3_000,
    serverEvery: 2,
    cutOffMs: 4_000,
    seed: 7,
    limitMs: 200_000,
  }
  const outcome = await runChaos(options, (line) => void told.push(line))
  const said = [...told, chaosTable(outcome)].join('\n')
  expect(outcome.findings.wrong, said).toEqual([])
  expect(outcome.findings.completed, said).toBe(3)
  const kinds = outcome.faults.map(({ kind }) => kind)
  expect(kinds.filter((kind) => kind === 'kill').length).toBeGreaterThanOrEqual(8)
  expect(new Set(kinds)).toEqual(new Set(['kill', 'broker crash', 'database crash', 'cut off', 'broker restart']))
  await rm(folder, { recursive: true })
})
