import { expect, test } from 'vitest'
import { FaultBoard } from './fault-board.ts'
import { apiOfRoute, worldFault } from './world-fault.ts'

const board = (...faults: readonly Parameters<FaultBoard['set']>[]) => {
  const made = new FaultBoard()
  for (const fault of faults) made.set(...fault)
  return made
}

test('a fault meets its API and no other, by whole path segments', () => {
  const faults = board(['arxiv', 'html'], ['/openalex/works/', 'empty'])
  expect(faults.meet('/arxiv/api/query')).toEqual({ fault: 'html', afterMs: 2000 })
  expect(faults.meet('/arxiv')).toEqual({ fault: 'html', afterMs: 2000 })
  expect(faults.meet('/arxivs/x')).toBeNull()
  expect(faults.meet('/openalex/works/W1')?.fault).toBe('empty')
  expect(faults.meet('/openalex/works')).toBeNull()
  expect(faults.meet('/openalex/authors')).toBeNull()
})

test('the longest route counts, then the first that was set', () => {
  const faults = board(['pubmed', 'html'], ['/pubmed/entrez', 'cut'], ['/pubmed/entrez', 'down'])
  expect(faults.meet('/pubmed/entrez/eutils')?.fault).toBe('cut')
  expect(faults.meet('/pubmed/other')?.fault).toBe('html')
})

test('a fault of so many times is used up, and the next one counts', () => {
  const faults = board(['arxiv', 'html', { times: 2 }], ['arxiv', 'slow', { afterMs: 5, times: 1 }])
  expect([1, 2, 3, 4].map(() => faults.meet('/arxiv/x'))).toEqual([
    { fault: 'html', afterMs: 2000 },
    { fault: 'html', afterMs: 2000 },
    { fault: 'slow', afterMs: 5 },
    null,
  ])
})

test('cleared: none is left', () => {
  const faults = board(['arxiv', 'html'])
  faults.clear()
  expect(faults.meet('/arxiv/x')).toBeNull()
})

test('a fault that a route cannot have is refused', () => {
  expect(() => board(['nowhere', 'html'])).toThrow(/unknown route/)
  expect(() => board(['crossref', 'budget'])).toThrow(/openalex alone/)
})

test('routes and names', () => {
  expect(['openalex', '/openalex', '/openalex/works', 'openalex/works', 'open', '/x/openalex', ''].map(apiOfRoute)).toEqual([
    'openalex',
    'openalex',
    'openalex',
    'openalex',
    undefined,
    undefined,
    undefined,
  ])
  expect([worldFault('cut'), worldFault('Cut')]).toEqual(['cut', undefined])
})
