import { existsSync, readFileSync } from 'node:fs'
import { services } from '@winnow/contracts/flow.ts'
import { eventTypes } from '@winnow/contracts/registry.ts'
import { expect, test } from 'vitest'
import { flowBlock, flowPicture } from './flow-picture.ts'

const readme = new URL('../../../README.md', import.meta.url)
const pictured = existsSync(readme) ? /```mermaid\n[\s\S]*?```/.exec(readFileSync(readme, 'utf8'))?.[0] : undefined

test.skipIf(pictured === undefined)('the picture in the README is the one made from the flow', () => {
  expect(pictured).toBe(flowBlock())
})

test('every service is a node, every event that goes from one to another is on an arrow', () => {
  const picture = flowPicture()
  for (const service of services) expect(picture).toContain(`  ${service.replaceAll('-', '_')}["${service}"]`)
  const inner = new Set(['IterationStarted', 'IntentClosed', 'CritiqueApplied', 'PlanEditsApplied', 'WorkFailed', 'ProviderStopped'])
  for (const type of eventTypes) expect(new RegExp(`["|>]${type}["|<]`).test(picture), type).toBe(!inner.has(type))
})

test('arrows, in the order of services', () => {
  const lines = flowPicture().split('\n')
  expect(lines[0]).toBe('flowchart LR')
  expect(lines).toContain('  conductor -->|"SearchesRequested<br>SeedsRequested<br>FullTextRequested<br>SnowballRequested"| search_gateway')
  expect(lines).toContain('  dedup -->|"DocumentsRegistered<br>DocumentsMerged<br>DocumentSplit"| conductor')
  expect(lines.at(-1)).toBe('  every(["every event"]) -.-> projection')
  expect(lines.filter((line) => line.includes('-->')).length).toBe(20)
})

test('the block is fenced for Mermaid', () => {
  expect(flowBlock()).toBe(`\`\`\`mermaid\n${flowPicture()}\n\`\`\``)
})
