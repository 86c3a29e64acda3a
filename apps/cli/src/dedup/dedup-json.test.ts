import { expect, test } from 'vitest'
import { dedupJson } from './dedup-json.ts'
import { deduplicate } from './deduplicated.ts'
import { ferryRecords, givenLibrary } from './fixtures/given-library.ts'

const jsonOf = (...given: Parameters<typeof givenLibrary>) => [...dedupJson(deduplicate(givenLibrary(...given)))]

test('the clusters with their decisions, what was linked, what was renamed and what went wrong', () => {
  const renamed = [{ id: 'k', recordId: 'b' }]
  const problems = [{ file: 'refs.ris', problem: 'odd' }]
  const reply = JSON.parse(jsonOf(ferryRecords, { renamed, problems }).join(''))
  expect(Object.keys(reply)).toEqual(['records', 'documents', 'clusters', 'linked', 'containers', 'renamed', 'problems'])
  expect(reply).toMatchObject({
    records: 5,
    documents: 3,
    linked: [{ text: 'e', work: 'a', kind: 'erratum' }],
    containers: [],
    renamed,
    problems,
  })
  const [merged, erratum, other] = reply.clusters
  expect(merged).toMatchObject({ ids: ['a', 'b', 'p'], kept: 'a', fields: { b: ['abstract', 'pmid'] } })
  expect(merged.decisions).toHaveLength(2)
  for (const decision of merged.decisions)
    expect(decision).toEqual({ a: expect.any(String), b: expect.any(String), tier: expect.any(String), signals: expect.any(Array) })
  expect([erratum, other]).toEqual([
    { ids: ['e'], kept: 'e', decisions: [] },
    { ids: ['z1'], kept: 'z1', decisions: [] },
  ])
})

test('comes in whole lines, a cluster each', () => {
  const pieces = jsonOf(ferryRecords)
  expect(pieces).toHaveLength(5)
  for (const piece of pieces) expect(piece).toMatch(/^[^\n]+\n$/)
})

test('no records', () => {
  expect(JSON.parse(jsonOf([]).join(''))).toMatchObject({ records: 0, documents: 0, clusters: [], linked: [] })
})

test('does not depend on the order of the input', () => {
  expect(jsonOf(ferryRecords.toReversed())).toEqual(jsonOf(ferryRecords))
})
