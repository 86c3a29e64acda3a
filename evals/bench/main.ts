import { parseArgs } from 'node:util'
import { qualityBenches } from '../quality/all-quality-benches.ts'
import { asBench } from '../quality/quality-bench.ts'
import type { Bench } from './bench.ts'
import { fold } from './fold.ts'
import { fulltext } from './fulltext.ts'
import { log } from './log.ts'
import { overhead } from './overhead.ts'
import { projection } from './projection.ts'
import { runs } from './runs.ts'
import { screeningScale } from './screening-scale.ts'

const BENCHES: { readonly [name: string]: Bench } = {
  fold,
  fulltext,
  log,
  overhead,
  projection,
  runs,
  'screening-scale': screeningScale,
  ...Object.fromEntries(qualityBenches.map((bench) => [bench.name, asBench(bench)])),
}

const USAGE = `Usage: npm run bench -- <name> [--json] [--data DIR]

${Object.entries(BENCHES)
  .map(([name, { summary }]) => `  ${name.padEnd(15)} ${summary}`)
  .join('\n')}

  --json       the figures as one JSON object
  --data DIR   where the bench's data lies (the usual place: ../shared/data)
Exit code 2: the bench is unknown or its data is absent.
`

process.exitCode = await main(process.argv.slice(2))

/** Runs one bench and prints it; the exit code. */
async function main(args: readonly string[]): Promise<number> {
  const parsed = parsedArgs(args)
  if (parsed instanceof Error) {
    process.stderr.write(`${parsed.message}\n\n${USAGE}`)
    return 2
  }
  const { values, positionals } = parsed
  if (values.help) {
    process.stdout.write(USAGE)
    return 0
  }
  const [name = ''] = positionals
  const bench = Object.hasOwn(BENCHES, name) ? BENCHES[name] : undefined
  if (bench === undefined) {
    process.stderr.write(`${name === '' ? 'which bench?' : `no bench "${name}"`}\n\n${USAGE}`)
    return 2
  }
  const outcome = await bench.run({ data: values.data })
  if (outcome.kind === 'no-data') {
    process.stderr.write(`${outcome.message}\n`)
    return 2
  }
  process.stdout.write(values.json ? `${JSON.stringify(outcome.result, null, 2)}\n` : `${outcome.table}\n`)
  return 0
}

/** The arguments, or what is wrong with them. */
function parsedArgs(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: { json: { type: 'boolean', default: false }, help: { type: 'boolean', default: false }, data: { type: 'string' } },
      allowPositionals: true,
    })
  } catch (error) {
    if (error instanceof TypeError) return error
    throw error
  }
}
