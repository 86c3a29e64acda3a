import { allocateReads } from '@winnow/domain/allocation.ts'
import { prismaFlow } from '@winnow/domain/prisma.ts'
import { unscoredPairs } from '@winnow/domain/screening-queue.ts'
import { buildState, document, subquestion } from '@winnow/testkit/state-builder.ts'
import { describe, expect, it } from 'vitest'
import zeroIncludes from '../fixtures/pbr-018.json' with { type: 'json' }

describe('PBR-018: that nothing passed is not that nothing was screened', () => {
  const expected = zeroIncludes.expect.rows as { readonly [row: string]: { readonly fetch: readonly string[]; readonly say?: string } }
  const candidates = zeroIncludes.input.candidates
  it.each(zeroIncludes.input.rows)('row $row: $screening', ({ row, passed, excluded }) => {
    const passes: readonly string[] = passed
    const out: readonly string[] = excluded
    const documents = candidates.map((id) =>
      document(id.replace('p', 'D'), { scores: passes.includes(id) ? { RQ1: 0.9 } : out.includes(id) ? { RQ1: 0.1 } : {} }),
    )
    const state = buildState({ subquestions: [subquestion('RQ1')], documents })
    const flow = prismaFlow(state)
    expect(allocateReads(state, 10).map(({ documentId }) => documentId.replace('D', 'p'))).toEqual(expected[row]?.fetch)
    expect({ screened: flow.screened, notScreened: flow.notScreened }).toEqual({
      screened: passes.length + out.length,
      notScreened: candidates.length - passes.length - out.length,
    })
    expect(unscoredPairs(state)).toHaveLength(flow.notScreened)
  })
})
