// The nats-server that integration tests need: found, installed, or its tests left out with the command that gets it.
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { installDebianPackage } from './debian-package.mjs'

/** Debian puts it where only root's PATH looks. */
const path = `${process.env.PATH}:/usr/sbin:/usr/local/sbin`
export const natsCommand = 'apt-get install nats-server'

/** Whether there is a nats-server; where it may be installed, it is. */
export function haveNatsServer() {
  if (found()) return true
  installDebianPackage('nats-server')
  return found()
}

function found() {
  return spawnSync('nats-server', ['--version'], { env: { ...process.env, PATH: path } }).status === 0
}

/** The test files below the folders that start a nats-server, themselves or by a module beside them. */
export function natsTests(root, folders) {
  const sources = folders.flatMap((folder) => sourcesIn(join(root, folder)))
  const starts = ({ text }) => text.includes("/nats-server.ts'")
  const isTest = ({ file }) => file.endsWith('.test.ts')
  const starters = sources.filter((source) => starts(source) && !isTest(source)).map(({ file }) => basename(file))
  return sources
    .filter((source) => isTest(source) && (starts(source) || starters.some((name) => source.text.includes(`/${name}'`))))
    .map(({ file }) => file.slice(root.length).replace(/^\//, ''))
}

function sourcesIn(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const file = join(folder, entry.name)
    if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : sourcesIn(file)
    return entry.isFile() && entry.name.endsWith('.ts') ? [{ file, text: readFileSync(file, 'utf8') }] : []
  })
}
