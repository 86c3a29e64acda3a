import type { TrajectoryStep } from '@winnow/domain/answering/trajectory.ts'
import { expect, test } from 'vitest'
import { stepMarkdown } from './trajectory-text.ts'

const passage = (documentId: string, title: string, url: string | null) => ({ documentId, title, url, textHash: 'a'.repeat(64) })

test.each<[string, TrajectoryStep, string]>([
  ['a search under way', { kind: 'search', search: 1, query: 'shade [1]', passages: [] }, '**Search 1:** shade (1)'],
  [
    'a search and what it showed',
    { kind: 'search', search: 2, query: 'q', passages: [passage('D1', 'Of *shade*', 'https://x.example/1'), passage('D2', 'Two', null)] },
    '**Search 2:** q\n\n- D1: Of \\*shade\\* <https://x.example/1>\n- D2: Two',
  ],
  [
    'a summary names works by their ids',
    {
      kind: 'summary',
      search: 2,
      sentences: [
        { text: 'Shade saves water.', documentIds: ['D1', 'D2'] },
        { text: 'So it is *said*.', documentIds: [] },
      ],
    },
    '**Found by search 2:** Shade saves water. (D1, D2) So it is \\*said\\*.',
  ],
  ['reasoning', { kind: 'reasoning', turn: 3, text: 'More is\nneeded <b>' }, '**Turn 3:** More is needed \\<b>'],
  [
    'a refused search',
    { kind: 'refused', turn: 3, query: 'q*', message: 'searched *already*' },
    '**Search refused:** q\\*: searched \\*already\\*',
  ],
])('%s', (_, step, markdown) => {
  expect(stepMarkdown(step)).toBe(markdown)
})
