import { describe, expect, it } from 'vitest'
import { resultCue, statesAim, statesSetUp } from './result-cues.ts'

describe('resultCue', () => {
  it.each<[string, number]>([
    ['Mice were fed.', 0],
    ['P < x', 1],
    ['p=x', 1],
    ['p ≤ x', 1],
    ['the p value', 1],
    ['P-values', 1],
    ['pH = x', 0],
    ['significance', 0.75],
    ['insignificant', 0],
    ['compared to it', 0.5],
    ['A versus B', 0.5],
    ['A vs. B', 0.5],
    ['rather than', 0.5],
    ['between them', 0.5],
    ['relative to it', 0.5],
    ['relatives', 0],
    ['it increased', 0.5],
    ['a reduction', 0.5],
    ['more', 0.5],
    ['Moreover', 0],
    ['comparable', 0.5],
    ['no change', 0.5],
    ['did not affect it, there was an effect', 0.5],
    [`not ${'x'.repeat(58)} effect`, 0.5],
    [`not ${'x'.repeat(59)} effect`, 0],
    ['we found it', 0.5],
    ['95% confidence interval', 0.75],
    ['the CI', 0.5],
    ['ci', 0],
    ['5 ± 2', 0.75],
    ['odds ratio', 0.5],
    ['the OR', 0.5],
    ['this or that', 0],
    ['a ratio', 0],
    ['at 6 weeks', 0.25],
    ['There was no significant difference between groups (p = 0.3).', 1 + 0.75 + 0.5 + 0.5 + 0.5 + 0.25],
  ])('%j: %d', (sentence, cue) => {
    expect(resultCue(sentence)).toBeCloseTo(cue, 12)
  })
})

describe('statesAim', () => {
  it.each([
    'The aim of this study was to help.',
    'Our objective was a memory.',
    'We aimed at a memory.',
    'The purpose is a memory.',
    'The goal was set.',
    'To evaluate memory.',
    'It was designed to clarify it.',
    'We sought a memory.',
    'We hypothesized that.',
    'However, prior work did not.',
    'Previous studies did.',
    'Little is known of it.',
    'It is not well understood.',
    'Further trials are needed.',
    'Larger studies are warranted.',
  ])('%s', (sentence) => {
    expect(statesAim(sentence)).toBe(true)
  })
  it.each(['Memory fell.', 'In line with previous studies, it fell.', 'We went to evaluation.', 'A further gain came.'])(
    'not: %s',
    (sentence) => {
      expect(statesAim(sentence)).toBe(false)
    },
  )
})

describe('statesSetUp', () => {
  it.each([
    'The primary outcome was weight.',
    'Secondary end points were weights.',
    'The main outcome measure is weight.',
    'The primary endpoint was weight.',
    'Patients were randomly assigned.',
    'Patients were randomised.',
    'Patients were recruited.',
    'Patients were excluded.',
    'The sample size fell.',
    'Inclusion criteria are these.',
    'Eligibility criteria were met.',
  ])('%s', (sentence) => {
    expect(statesSetUp(sentence)).toBe(true)
  })
  it.each(['Weight fell.', 'The outcome was good.', 'Randomised patients lost weight.', 'Our criteria'])('not: %s', (sentence) => {
    expect(statesSetUp(sentence)).toBe(false)
  })
})
