import { buildState, operation, type StateParts } from '@winnow/testkit/state-builder.ts'
import { describe, expect, test } from 'vitest'
import { nothingFound } from './nothing-found.ts'

const told = (parts: StateParts, shown = 0) => nothingFound(buildState(parts), shown)
const failed = (id: string, source: string, reason: string | null) => operation(id, { source, outcome: 'failed', reason })

describe('nothingFound', () => {
  test.each<{ name: string; parts: StateParts; shown: number; out: readonly string[] }>([
    {
      name: 'found nothing',
      parts: { operations: [operation('S1', { outcome: 'none' })] },
      shown: 0,
      out: ['Nothing was found: the search for this question in library brought no passage to answer from.'],
    },
    {
      name: 'several sources, by name',
      parts: {
        operations: [operation('S1', { source: 'web' }), operation('S2', { source: 'library' }), operation('S3', { source: 'arxiv' })],
      },
      shown: 0,
      out: ['Nothing was found: the search for this question in arxiv, library and web brought no passage to answer from.'],
    },
    {
      name: 'one passage that does not help',
      parts: { operations: [operation('S1')] },
      shown: 1,
      out: ['No answer was found: the search in library brought 1 passage, none with a sentence that speaks to the question.'],
    },
    {
      name: 'two',
      parts: { operations: [operation('S1')] },
      shown: 2,
      out: ['No answer was found: the search in library brought 2 passages, none with a sentence that speaks to the question.'],
    },
    {
      name: 'a source that failed, each with its reason once',
      parts: {
        operations: [
          operation('S1'),
          failed('S2', 'web', 'The key was refused [401]'),
          failed('S3', 'web', 'other'),
          failed('S4', 'arxiv', null),
        ],
      },
      shown: 0,
      out: [
        'Nothing was found: the search for this question in library brought no passage to answer from.',
        'web gave no answer: The key was refused (401).',
        'arxiv gave no answer: no reason was given.',
      ],
    },
    {
      name: 'all failed: nothing is said about the literature',
      parts: { operations: [failed('S1', 'web', 'Down!')] },
      shown: 0,
      out: [
        'Nothing is known: no source answered the search for this question, so this answer says nothing about the literature.',
        'web gave no answer: Down!',
      ],
    },
    {
      name: 'no search at all, and a source that could not be used',
      parts: { options: { unusableSources: [{ source: 'web', reason: 'Tavily needs a key' }] } },
      shown: 0,
      out: [
        'Nothing is known: no source answered the search for this question, so this answer says nothing about the literature.',
        'web was not asked: Tavily needs a key.',
      ],
    },
  ])('$name', ({ parts, shown, out }) => {
    expect(told(parts, shown)).toEqual(out)
  })
  test('a long reason is cut', () => {
    expect(told({ operations: [failed('S1', 'web', 'x'.repeat(301))] })[1]).toBe(`web gave no answer: ${'x'.repeat(300)}.`)
  })
})
