import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url))
const run = (...args: string[]) =>
  promisify(execFile)(process.execPath, [MAIN, ...args]).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({ code, stdout, stderr }),
  )

test.each<[args: string[], code: number, stdout: RegExp, stderr: RegExp]>([
  [['--help'], 0, /^Usage: npm run bench[\s\S]*fulltext/, /^$/],
  [[], 2, /^$/, /^which bench\?\n\nUsage: /],
  [['nothing'], 2, /^$/, /^no bench "nothing"\n\nUsage: /],
  [['toString'], 2, /^$/, /^no bench "toString"/],
  [['fulltext', '--data', '/nowhere'], 2, /^$/, /^no data: \/nowhere\/ground_truth\.json is absent\./],
  [['fulltext', '--datta', 'x'], 2, /^$/, /^Unknown option '--datta'/],
])(
  'bench %j ends with %i',
  async (args, code, stdout, stderr) => {
    const result = await run(...args)
    expect([result.code, result.stdout, result.stderr]).toEqual([code, expect.stringMatching(stdout), expect.stringMatching(stderr)])
  },
  60_000,
)
