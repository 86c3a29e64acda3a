import { evidence } from '@winnow/testkit/state-builder.ts'
import { describe, expect, it } from 'vitest'
import { fallbackCoverage } from './coverage.ts'

/** One claim supported by so many documents, hence not weak from two on. */
const shared = (documents: number) => Array.from({ length: documents }, (_, i) => evidence(`D${i + 1}.e1`, { claimKey: 'shared' }))
/** As many claims, each of one document, hence all weak. */
const apart = (documents: number) => Array.from({ length: documents }, (_, i) => evidence(`D${i + 1}.e1`))

describe('fallbackCoverage', () => {
  it.each([
    { name: 'no evidence', items: [], coverage: 0 },
    { name: 'one document', items: apart(1), coverage: 0.1 },
    { name: 'two that agree', items: shared(2), coverage: 0.4 },
    { name: 'two apart', items: apart(2), coverage: 0.2 },
    { name: 'four that agree', items: shared(4), coverage: 0.8 },
    { name: 'five that agree', items: shared(5), coverage: 1 },
    { name: 'six that agree', items: shared(6), coverage: 1 },
    { name: 'six apart', items: apart(6), coverage: 0.5 },
    { name: 'one strong cluster is enough', items: [...shared(2), evidence('D3.e1')], coverage: 0.6 },
    { name: 'two items of a document count once', items: [...shared(2), evidence('D1.e2')], coverage: 0.4 },
    {
      name: 'what refutes adds nothing',
      items: [...shared(2), evidence('D3.e1', { claimKey: 'shared', support: 'refutes' })],
      coverage: 0.4,
    },
    {
      name: 'other subquestions add nothing',
      items: [...apart(2), ...shared(3).map((item) => ({ ...item, subquestionId: 'RQ2' }))],
      coverage: 0.2,
    },
  ])('$name: $coverage', ({ items, coverage }) => {
    expect(fallbackCoverage(items, 'RQ1')).toBeCloseTo(coverage, 12)
  })
})
