import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { directionReach, negationReach, stanceOf } from './opposition.ts'
import { statementWords } from './statement.ts'

function stance(claim: string, evidence: string) {
  const [left, right] = [statementWords(claim), statementWords(evidence)]
  const content = (words: typeof left) => new Set(words.filter(({ kind }) => kind === 'content').map(({ stem }) => stem))
  return stanceOf(left, right, content(left).intersection(content(right)))
}

describe('stanceOf', () => {
  it.each<{ name: string; claim: string; evidence: string; sign: 1 | -1 | 0; words?: [string | null, string | null] }>([
    { name: 'the same direction', claim: 'Tea increases sleep.', evidence: 'Tea increased sleep.', sign: 1 },
    { name: 'another word of the same direction', claim: 'Tea increases sleep.', evidence: 'Tea improves sleep.', sign: 1 },
    {
      name: 'opposite directions',
      claim: 'Tea increases sleep.',
      evidence: 'Tea reduced sleep.',
      sign: -1,
      words: ['increases', 'reduced'],
    },
    {
      name: 'a direction negated',
      claim: 'Tea increases sleep.',
      evidence: 'Tea does not increase sleep.',
      sign: -1,
      words: ['increases', 'not increase'],
    },
    { name: 'both negated', claim: 'Tea does not increase sleep.', evidence: 'Tea did not increase sleep.', sign: 1 },
    { name: 'a negated opposite says the same', claim: 'Tea does not increase sleep.', evidence: 'Tea reduces sleep.', sign: 1 },
    { name: 'no direction on either side', claim: 'Tea and sleep.', evidence: 'Sleep with tea.', sign: 0 },
    { name: 'a direction on one side', claim: 'Tea increases sleep.', evidence: 'Sleep with tea.', sign: 0 },
    { name: 'a direction about something else', claim: 'Tea increases sleep.', evidence: 'Tea x x x x x reduced pain.', sign: 0 },
    { name: 'of the other family', claim: 'Tea increases sleep.', evidence: 'Tea loss and sleep.', sign: 0 },
    {
      name: 'of the same family of presence',
      claim: 'Presence of tea.',
      evidence: 'Absence of tea.',
      sign: -1,
      words: ['presence', 'absence'],
    },
    {
      name: 'what both say is left aside',
      claim: 'Tea increases sleep and reduces pain.',
      evidence: 'Tea increases sleep and increases pain.',
      sign: -1,
      words: ['reduces', 'increases'],
    },
    {
      name: 'one opposite among the same is enough',
      claim: 'Tea improves sleep, mood and appetite, and lowers pain.',
      evidence: 'Tea improved sleep, mood and appetite, and raised pain.',
      sign: -1,
      words: ['lowers', 'raised'],
    },
    { name: 'the nearest direction counts', claim: 'Tea increases sleep.', evidence: 'Tea raised sleep and lowered pain.', sign: 1 },
    {
      name: '… also when it stands before another',
      claim: 'Tea increases sleep.',
      evidence: 'Pain was lowered, x tea raised sleep.',
      sign: 1,
    },
    {
      name: 'a negation in the claim alone',
      claim: 'Tea has no effect on sleep.',
      evidence: 'Tea acts on sleep.',
      sign: -1,
      words: ['no', null],
    },
    {
      name: 'a negation in the evidence alone',
      claim: 'Tea acts on sleep.',
      evidence: 'There is no sleep with tea.',
      sign: -1,
      words: [null, 'no'],
    },
    { name: 'in both', claim: 'Tea has no effect on sleep.', evidence: 'Tea does not act on sleep.', sign: 1 },
    { name: 'not only', claim: 'Tea acts on sleep.', evidence: 'Not only tea acts on sleep.', sign: 0 },
    { name: 'a negation of something else', claim: 'Tea acts on sleep.', evidence: 'Tea acts on sleep, but not on pain.', sign: 0 },
    {
      name: 'a negation beside an agreed direction',
      claim: 'Tea is not needed x x x for more sleep.',
      evidence: 'Tea is needed x x x for more sleep.',
      sign: -1,
      words: ['not', null],
    },
    {
      name: 'directions that meet go before negations',
      claim: 'Tea increases sleep.',
      evidence: 'Tea improves sleep, but no x x x tea.',
      sign: 1,
    },
    { name: 'nothing shared', claim: 'Tea increases sleep.', evidence: 'Milk reduces pain.', sign: 0 },
  ])('$name', ({ claim, evidence, sign, words }) => {
    expect(stance(claim, evidence)).toEqual({ sign, words: words ?? null })
  })

  it.each([
    { between: 3, sign: -1 },
    { between: 4, sign: 0 },
  ])('a direction reaches over $between words: $sign', ({ between, sign }) => {
    const gap = 'x '.repeat(between)
    expect(stance('Sleep increases.', `Sleep ${gap}reduced.`).sign).toBe(sign)
    expect(stance('Sleep increases.', `reduced ${gap}sleep.`).sign).toBe(sign)
    expect(stance(`Sleep ${gap}increases.`, 'Sleep reduced.').sign).toBe(sign)
    expect(stance(`increases ${gap}sleep.`, 'Sleep reduced.').sign).toBe(sign)
    expect(directionReach).toBe(4)
  })
  it.each([
    { between: 3, turned: true },
    { between: 4, turned: false },
  ])('a negation reaches over $between words: $turned', ({ between, turned }) => {
    const gap = 'x '.repeat(between)
    expect(stance('Sleep increases.', `no ${gap}increase sleep.`).sign).toBe(turned ? -1 : 1)
    expect(stance('Tea acts.', `no ${gap}tea acts.`).sign).toBe(turned ? -1 : 0)
    expect(negationReach).toBe(4)
  })
  it('of several, the one beside most of the shared words is compared', () => {
    expect(stance('Tea increases sleep.', 'Reduced x x tea x x raised sleep.').sign).toBe(1)
    expect(stance('Tea increases sleep.', 'Raised x x tea x x reduced sleep.').sign).toBe(-1)
  })
  it('a partner counts once', () => {
    expect(stance('Sleep increases, pain increases.', 'Sleep increases, pain decreases.').sign).toBe(-1)
  })

  const words = fc.array(fc.constantFrom('tea', 'sleep', 'pain', 'increases', 'reduced', 'not', 'no', 'absence', 'only', 'of', 'mood'), {
    maxLength: 14,
  })
  it('no sentence opposes itself', () => {
    fc.assert(
      fc.property(words, (some) => {
        expect(stance(some.join(' '), some.join(' ')).sign).toBeGreaterThanOrEqual(0)
      }),
    )
  })
})
