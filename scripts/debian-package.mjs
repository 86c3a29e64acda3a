// Installs what tests need of the system, where it may be installed: in CI, or with WINNOW_TEST_INSTALL=1 (Debian, as root).
import { spawnSync } from 'node:child_process'

/** Tries to install a package of Debian; says so, and what went wrong. Does nothing where it may not. */
export function installDebianPackage(name) {
  if (process.env.CI !== 'true' && process.env.WINNOW_TEST_INSTALL !== '1') return
  console.log(`\n── installing ${name}`)
  for (const args of [
    ['update', '-q'],
    ['install', '-y', '-q', '--no-install-recommends', name],
  ]) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    const { error, status } = spawnSync('apt-get', args, { stdio: ['ignore', 'inherit', 'inherit'], env })
    if (error) console.error(`apt-get could not be started: ${error.message}`)
    if (status !== 0) return
  }
}
