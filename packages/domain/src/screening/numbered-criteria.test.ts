import { describe, expect, it } from 'vitest'
import { numberedCriteria } from './numbered-criteria.ts'

const told = (criteria: string) => numberedCriteria(criteria).map(({ id, text }) => `${id} ${text}`)

describe('criteria are numbered by what they do', () => {
  it.each<{ name: string; criteria: string; to: readonly string[] }>([
    { name: 'none', criteria: '', to: [] },
    { name: 'white space and marks', criteria: ' \n - \n\n;', to: [] },
    { name: 'one', criteria: 'Trials only.', to: ['I1 Trials only.'] },
    { name: 'lines', criteria: 'Adults\nTrials', to: ['I1 Adults', 'I2 Trials'] },
    { name: 'sentences', criteria: 'Adults only. Trials only.', to: ['I1 Adults only.', 'I2 Trials only.'] },
    { name: 'a number is no sentence’s end', criteria: 'At least 1.5 years', to: ['I1 At least 1.5 years'] },
    { name: 'an abbreviation is none', criteria: 'Drugs, e.g. insulin', to: ['I1 Drugs, e.g. insulin'] },
    { name: 'semicolons', criteria: 'adults; trials;', to: ['I1 adults', 'I2 trials'] },
    { name: 'words that rule out', criteria: 'Adults\nNo animals\nEnglish', to: ['I1 Adults', 'E1 No animals', 'I2 English'] },
    {
      name: 'and more of them',
      criteria:
        'not in English; without a control; case reports are excluded; letters are not eligible; those will not be included; ineligible drugs',
      to: [
        'E1 not in English',
        'E2 without a control',
        'E3 case reports are excluded',
        'E4 letters are not eligible',
        'E5 those will not be included',
        'E6 ineligible drugs',
      ],
    },
    { name: 'a "no" within', criteria: 'Patients with no prior treatment', to: ['I1 Patients with no prior treatment'] },
    {
      name: 'headings, which hold until the next',
      criteria: 'Inclusion criteria:\n- adults\n- trials\n\nExclusion criteria\n1. animals\n2) letters\nInclude: children',
      to: ['I1 adults', 'I2 trials', 'E1 animals', 'E2 letters', 'I3 children'],
    },
    { name: 'a heading with its text', criteria: 'Exclusion: animal studies', to: ['E1 animal studies'] },
    { name: 'a heading of more words', criteria: 'The rest\nExclusion criteria are as follows:\nmice', to: ['I1 The rest', 'E1 mice'] },
    { name: 'eligibility', criteria: 'Exclude: mice\nEligibility: adults', to: ['E1 mice', 'I1 adults'] },
    { name: 'the list’s own numbers', criteria: 'I1: adults\nE1: mice\n(a) rats', to: ['I1 adults', 'I2 mice', 'I3 rats'] },
    { name: 'an exclusion under inclusions', criteria: 'Inclusion:\nadults\nno children', to: ['I1 adults', 'E1 no children'] },
  ])('$name', ({ criteria, to }) => {
    expect(told(criteria)).toEqual(to)
  })
})
