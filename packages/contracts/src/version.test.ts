import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { isNewer, winnowVersion } from './version.ts'

test.each([
  ['1.0.0', '0.9.9', true],
  ['0.2.0', '0.1.9', true],
  ['0.1.1', '0.1.0', true],
  ['0.10.0', '0.9.0', true],
  ['0.1.0', '0.1.0', false],
  ['0.1.0', '0.1.1', false],
  ['0.9.0', '0.10.0', false],
  ['0.9.9', '1.0.0', false],
  ['0.2.0-rc.1', '0.1.0', true],
  ['v2', '0.1.0', false],
  ['2.0', '0.1.0', false],
  ['2.0.0', 'dev', false],
])('%s is newer than %s: %s', (version, than, expected) => {
  expect(isNewer(version, than)).toBe(expected)
})

test('all packages have one version', () => {
  const root = new URL('../../../', import.meta.url)
  for (const area of ['packages', 'services', 'apps'])
    for (const name of readdirSync(new URL(area, root)).filter((entry) => !entry.startsWith('.')))
      expect([name, JSON.parse(readFileSync(new URL(`${area}/${name}/package.json`, root), 'utf8')).version]).toEqual([name, winnowVersion])
})
