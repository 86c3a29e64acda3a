import { expect, it } from 'vitest'
import { traceableNumbers } from './traceable-numbers.ts'

const sentence = (text: string, ...citations: readonly string[]) => ({ text, citations: [...citations], evidence: [] })
const texts: { readonly [documentId: string]: readonly string[] } = {
  D1: ['A trial of 120 patients', 'Pain fell by 35 %.'],
  D2: ['12 months'],
}
const traced = (summary: readonly ReturnType<typeof sentence>[], paragraphs: readonly (readonly ReturnType<typeof sentence>[])[] = []) =>
  traceableNumbers(
    { summary: [...summary], sections: [{ heading: 'h', subquestionIds: [], paragraphs: paragraphs.map((one) => [...one]) }] },
    (documentId) => texts[documentId] ?? [],
  )

it.each([
  { name: 'none', in: sentence('Pain fell.', 'D1'), numbers: 0, untraced: [] },
  { name: 'in the title', in: sentence('There were 120 patients.', 'D1'), numbers: 1, untraced: [] },
  { name: 'in the abstract', in: sentence('It fell by 35 % in 120 patients.', 'D1'), numbers: 2, untraced: [] },
  { name: 'in another work that is cited too', in: sentence('After 12 months.', 'D1', 'D2'), numbers: 1, untraced: [] },
  { name: 'in a work that is not cited', in: sentence('After 12 months.', 'D1'), numbers: 1, untraced: ['12'] },
  { name: 'nowhere', in: sentence('It fell by 36 % in 120 patients.', 'D1'), numbers: 2, untraced: ['36'] },
  { name: 'of a sentence that cites nothing', in: sentence('There were 120 patients.'), numbers: 1, untraced: ['120'] },
])('a number $name', ({ in: one, numbers, untraced }) => {
  const expected = {
    numbers,
    traced: numbers - untraced.length,
    untraced: untraced.map((number) => ({ number, sentence: one.text })),
  }
  expect(traced([one])).toEqual(expected)
  expect(traced([], [[], [one]])).toEqual(expected)
})

it('summary and sections are counted together, in their order', () => {
  const found = traced([sentence('In 7 cases.', 'D1')], [[sentence('In 120 patients.', 'D1'), sentence('In 9 cases.', 'D2')]])
  expect([found.numbers, found.traced, found.untraced.map(({ number }) => number)]).toEqual([3, 1, ['7', '9']])
})
