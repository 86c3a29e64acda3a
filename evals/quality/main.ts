import { execFileSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { qualityBenches } from './all-quality-benches.ts'
import { usualData } from './quality-bench.ts'
import { qualityReport } from './quality-report.ts'
import type { MeasuredBench } from './quality-table.ts'
import { qualityTable } from './quality-table.ts'

const usage = `Usage: npm run eval -- [--quick] [--only NAME]… [--json] [--write] [--data DIR]

Measures every ability that has labelled data and prints one table.

  --quick      3 seeds and 4 sets where there are many
  --only NAME  only this bench, repeatable: ${qualityBenches.map(({ name }) => name).join(', ')}
  --json       as JSON
  --write      a copy with date and commit in docs/quality.md
  --data DIR   the folder of labelled data (the usual place: ${usualData})
Exit code 2: bad usage, or the data is absent.
`

process.exitCode = await main(process.argv.slice(2))

/** Measures and prints; the exit code. */
async function main(args: readonly string[]): Promise<number> {
  const parsed = parsedArgs(args)
  if (parsed instanceof Error) return refuse(parsed.message)
  const { values } = parsed
  if (values.help) {
    process.stdout.write(usage)
    return 0
  }
  const unknown = values.only.find((name) => !qualityBenches.some((bench) => bench.name === name))
  if (unknown !== undefined) return refuse(`no bench "${unknown}"`)
  const data = resolve(values.data)
  if (!existsSync(data)) return refuse(`no data: ${data} is absent. Name the folder of labelled sets with --data DIR.`)
  const measured: MeasuredBench[] = []
  for (const bench of qualityBenches.filter(({ name }) => values.only.length === 0 || values.only.includes(name))) {
    process.stderr.write(`${bench.name} …\n`)
    measured.push({ bench: bench.name, sets: await bench.measure({ data, quick: values.quick }) })
  }
  process.stdout.write(values.json ? `${JSON.stringify(measured, null, 2)}\n` : `${qualityTable(measured)}\n`)
  if (values.write) {
    const commit = execFileSync('git', ['describe', '--always', '--dirty'], { encoding: 'utf8' }).trim()
    writeFileSync('docs/quality.md', qualityReport(measured, { date: new Date().toISOString().slice(0, 10), commit, quick: values.quick }))
  }
  return 0
}

function refuse(message: string): number {
  process.stderr.write(`${message}\n\n${usage}`)
  return 2
}

/** The arguments, or what is wrong with them. */
function parsedArgs(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        quick: { type: 'boolean', default: false },
        only: { type: 'string', multiple: true, default: [] },
        json: { type: 'boolean', default: false },
        write: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
        data: { type: 'string', default: usualData },
      },
    })
  } catch (error) {
    if (error instanceof TypeError) return error
    throw error
  }
}
