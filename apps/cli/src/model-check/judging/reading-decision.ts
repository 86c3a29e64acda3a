import type { NewEvent } from '@winnow/contracts/registry.ts'
import { told } from '../story-events.ts'
import { trapWork } from '../trap.ts'

/** D1 is read for the given subquestions. */
export function readingOfTheFirst(subquestionIds: readonly string[]): NewEvent {
  return told('ReadingAllocated', {
    iteration: 1,
    phase: 'queue',
    entries: [
      {
        workId: trapWork,
        documentId: 'D1',
        subquestionIds: [...subquestionIds],
        firstEvidence: 1,
        score: 1,
        lambda: 1,
        parts: { R: 1, C: 0, T: 0, Q: 0, M: 0, P: 0, N: 0 },
      },
    ],
    reserve: {},
  })
}
