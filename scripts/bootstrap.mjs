// Installs what is missing before `npm start` and `npm test`. Runs on the host's Node (>= 20.19) and has no dependencies.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const stamp = `${root}/node_modules/.bootstrap`
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`winnow: Node >= 20.19 is needed to start, this is ${process.version}. Install a newer Node from https://nodejs.org.`)
  process.exit(1)
}
const lock = readFileSync(`${root}/pnpm-lock.yaml`)
const workspace = readFileSync(`${root}/pnpm-workspace.yaml`)
const want = createHash('sha256')
  .update(lock)
  .update(workspace)
  .update(process.platform + process.arch)
  .digest('hex')
if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== want) {
  const packageManager = JSON.parse(readFileSync(`${root}/package.json`, 'utf8')).packageManager.split('+')[0]
  console.error(`winnow: installing dependencies with ${packageManager} (first start only)`)
  const windows = process.platform === 'win32'
  const result = spawnSync('npx', ['--yes', '--prefer-offline', packageManager, 'install', '--frozen-lockfile', '--reporter=append-only'], {
    cwd: root,
    // Standard output stays clean for --json.
    stdio: ['ignore', 2, 2],
    shell: windows,
    env: { ...process.env, CI: 'true' },
  })
  if (result.error) console.error(`winnow: npx could not be started: ${result.error.message}. npm (which brings npx) must be on the PATH.`)
  if (result.status !== 0) process.exit(result.status ?? 1)
  writeFileSync(stamp, want)
}
