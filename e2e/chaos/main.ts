import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { deployedServices } from '@winnow/contracts/flow.ts'
import { chaosTable } from './chaos-table.ts'
import { runChaos } from './run-chaos.ts'

const usage = `Usage: npm run chaos -- [--runs 20] [--kills 40] [--every 3] [--replicas 2] [--seed 1] [--minutes 15] [--json]

All roles as processes, real NATS and PostgreSQL. A random service is killed every few seconds; broker and database are
killed and restarted, services are cut off. At the end every run must be as its undisturbed twin. Exit code 1 when not.
`

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '20' },
    kills: { type: 'string', default: '40' },
    every: { type: 'string', default: '3' },
    replicas: { type: 'string', default: '2' },
    seed: { type: 'string', default: '1' },
    minutes: { type: 'string', default: '15' },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
if (values.help) {
  process.stdout.write(usage)
} else {
  const folder = await mkdtemp(join(tmpdir(), 'winnow-chaos-'))
  process.stderr.write(`Logs: ${folder}/logs\n`)
  const outcome = await runChaos(
    {
      folder,
      groups: deployedServices.map((role) => [role]),
      cutOffMs: 20_000,
      runs: Number(values.runs),
      kills: Number(values.kills),
      everyMs: Number(values.every) * 1000,
      replicas: Number(values.replicas),
      seed: Number(values.seed),
      serverEvery: 6,
      limitMs: Number(values.minutes) * 60_000,
    },
    (line) => process.stderr.write(`${line}\n`),
  )
  process.stdout.write(values.json ? `${JSON.stringify(outcome, null, 2)}\n` : chaosTable(outcome))
  process.exitCode = outcome.findings.wrong.length === 0 ? 0 : 1
}
