import { parseArgs } from 'node:util'
import { citations } from '../quality/citations.ts'
import { evidence } from '../quality/evidence.ts'
import { linkage } from '../quality/linkage.ts'
import { linkageScale } from '../quality/linkage-scale.ts'
import { asBench } from '../quality/quality-bench.ts'
import { screening } from '../quality/screening.ts'
import { search } from '../quality/search.ts'
import { snowball } from '../quality/snowball.ts'
import { stopping } from '../quality/stopping.ts'
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
  citations: asBench(citations),
  evidence: asBench(evidence),
  linkage: asBench(linkage),
  'linkage-scale': asBench(linkageScale),
  screening: asBench(screening),
  search: asBench(search),
  snowball: asBench(snowball),
  stopping: asBench(stopping),
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
