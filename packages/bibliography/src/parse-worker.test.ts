import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tinyPdf } from './fixtures/tiny-pdf.ts'

// The worker's entry is found by its address, so it must be found wherever the checkout lies.
const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const SCRIPT = `import { readLibrary } from './src/read-library.ts'
const { records, problems } = await readLibrary(process.argv.slice(2))
console.log(JSON.stringify([records.map((record) => record.title), problems]))`

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'winnow-checkout-'))
  const checkout = join(folder, 'check out #1, 50% ü')
  mkdirSync(checkout)
  for (const name of ['bibliography', 'contracts', 'text']) {
    cpSync(join(ROOT, 'packages', name), join(checkout, 'packages', name), { recursive: true, verbatimSymlinks: true })
  }
  symlinkSync(join(ROOT, 'node_modules'), join(checkout, 'node_modules'))
  writeFileSync(join(checkout, 'packages/bibliography/read.mjs'), SCRIPT)
  symlinkSync(checkout, join(folder, 'link'))
  writeFileSync(
    join(folder, 'a.pdf'),
    tinyPdf([[{ text: 'Enough letters for a page.', size: 10, y: 700 }]], { info: '<< /Title (A study) >>' }),
  )
  writeFileSync(join(folder, 'b.xml'), '<records><record><titles><title>B</title></titles></record></records>')
})
afterAll(() => {
  rmSync(folder, { recursive: true })
})

// It ends only when the thread has been ended: a thread that waits for files keeps its process.
test.each(['check out #1, 50% ü', 'link'])(
  'a process of the checkout "%s" reads PDF and XML, and ends',
  async (checkout) => {
    const script = join(folder, checkout, 'packages/bibliography/read.mjs')
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [script, join(folder, 'a.pdf'), join(folder, 'b.xml')])
    expect([JSON.parse(stdout), stderr]).toEqual([[['A study', 'B'], []], ''])
  },
  60_000,
)
