import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { UsageError } from '@winnow/runs/usage-error.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testConfig, winnow } from '../testing/command-line.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'winnow-serve-'))
  await writeFile(join(folder, 'refs.bib'), '@article{a, title={Shade}, year=2020}')
  await writeFile(join(folder, 'empty.bib'), 'nothing here')
})
afterAll(() => rm(folder, { recursive: true, force: true }))

// No database is there: what is wrong with a library is said before one is looked for.
const serve = (...words: readonly string[]) =>
  winnow({ ...testConfig('postgres://127.0.0.1:1/none', folder), natsUrl: 'nats://127.0.0.1:1' }, ['serve', ...words])

test.each([
  ['a file that is not there', ['--library', 'none.bib'], 'none.bib'],
  ['a file without records', ['--library', 'empty.bib'], 'the library holds no record that can be read'],
  ['one of several', ['-l', 'refs.bib', '-l', 'none.bib'], 'none.bib'],
  [
    'roles that answer nothing',
    ['screener', '--library', 'refs.bib'],
    '--library is for the role gateway, which is not among the roles of this process',
  ],
])('%s is bad usage', async (_, words, message) => {
  const refused = serve(...words)
  await expect(refused).rejects.toBeInstanceOf(UsageError)
  await expect(refused).rejects.toThrow(message)
})
