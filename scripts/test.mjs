// `npm test`: types, lint, import rules, unit, integration and end-to-end tests; closes with "N passed, N failed".
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { provideKubectl } from './kubectl.mjs'
import { haveNatsServer, natsCommand, natsTests } from './nats-server.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'winnow-test-'))
// A person's own settings must not decide what the tests find.
const own = /^(?:WINNOW_(?!TEST_)|OPENAI_|ANTHROPIC_|OLLAMA_|OTEL_|PG)|_API_KEY$|^(?:DATABASE_URL|NATS_URL|PORT|INIT_CWD)$/
const env = { ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !own.test(name))), WINNOW_HOME: join(folder, 'home') }
const run = (command, args) =>
  spawnSync(command, args, { cwd: root, stdio: 'inherit', env, shell: process.platform === 'win32' }).status === 0

let passed = 0
let failed = 0
let skipped = 0
const step = (name, command, args) => {
  console.log(`\n── ${name}`)
  const ok = run(command, args)
  if (ok) passed += 1
  else failed += 1
  return ok
}

step('types', 'tsc', ['--noEmit'])
step('lint', 'biome', ['check', '--error-on-warnings', '.'])
step('unused code', 'knip', [])
// A missing server is a failure where it should have been installed; elsewhere its tests are left out.
const withoutNats = haveNatsServer() ? [] : natsTests(root, ['packages', 'services', 'apps', 'e2e', 'evals', 'tests'])
if (withoutNats.length > 0 && process.env.CI === 'true') {
  failed += 1
  console.log(`\nnats-server is missing and could not be installed (${natsCommand}): ${withoutNats.length} test files cannot run.`)
}
provideKubectl()
for (const project of ['unit', 'int', 'e2e']) {
  const report = join(folder, `${project}.json`)
  console.log(`\n── ${project} tests`)
  const ok = run('vitest', [
    'run',
    '--project',
    project,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...withoutNats.flatMap((file) => ['--exclude', file]),
    ...process.argv.slice(2),
  ])
  const counts = read(report)
  passed += counts.numPassedTests
  skipped += counts.numPendingTests + counts.numTodoTests
  // A run that broke down outside its tests counts as a failure too.
  failed += counts.numFailedTests > 0 || ok ? counts.numFailedTests : 1
}
rmSync(folder, { recursive: true, force: true })
if (withoutNats.length > 0)
  console.log(`\n${withoutNats.length} test files were skipped for want of a nats-server: ${natsCommand}\n  ${withoutNats.join('\n  ')}`)
if (skipped > 0) console.log(`\n${skipped} tests were skipped: each says why above (usually that ../shared is not here).`)
console.log(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
process.exit(failed > 0 ? 1 : 0)

function read(report) {
  try {
    return JSON.parse(readFileSync(report, 'utf8'))
  } catch {
    return { numPassedTests: 0, numFailedTests: 1, numPendingTests: 0, numTodoTests: 0 }
  }
}
