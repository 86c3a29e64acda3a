import { describe, expect, it } from 'vitest'
import { criteriaClauses } from './criteria-clauses.ts'

describe('criteriaClauses', () => {
  const rows: readonly { name: string; text: string; wanted?: readonly string[]; unwanted?: readonly string[] }[] = [
    { name: 'nothing', text: '' },
    { name: 'lines', text: 'Adults\nRandomised trials', wanted: ['Adults', 'Randomised trials'] },
    { name: 'sentences', text: 'We took adults. Trials were needed.', wanted: ['We took adults.', 'Trials were needed.'] },
    { name: 'an abbreviation is no end', text: 'a pain score, e.g. the VAS', wanted: ['a pain score, e.g. the VAS'] },
    { name: 'semicolons', text: 'adults; trials', wanted: ['adults', 'trials'] },
    { name: 'numbered items', text: '(1) adults, (2) trials 3) gout', wanted: ['adults,', 'trials', 'gout'] },
    { name: 'a numbered list on lines', text: '1. adults\n2. trials', wanted: ['adults', 'trials'] },
    { name: 'OR in capitals', text: 'trials OR cohorts', wanted: ['trials', 'cohorts'] },
    { name: 'a heading before a colon', text: 'Exclusion criteria: animals', unwanted: ['animals'] },
    { name: 'a short one', text: 'Exclusion: animals\nInclusion: people', wanted: ['people'], unwanted: ['animals'] },
    {
      name: 'one on its own line',
      text: 'Exclusion Criteria\nanimals\n\nInclusion Criteria\npeople',
      wanted: ['people'],
      unwanted: ['animals'],
    },
    {
      name: 'it holds over lines and sentences until the next',
      text: 'Exclusion criteria were: 1) animals; 2) reviews. Letters too. Eligibility criteria: people',
      wanted: ['people'],
      unwanted: ['animals', 'reviews.', 'Letters too.'],
    },
    {
      name: 'one about both is none',
      text: 'Inclusion and exclusion criteria:\nadults',
      wanted: ['adults'],
      unwanted: ['Inclusion and exclusion criteria:'],
    },
    {
      name: 'a clause that excludes',
      text: 'People were needed. We excluded animals.',
      wanted: ['People were needed.'],
      unwanted: ['We excluded animals.'],
    },
    {
      name: 'not eligible',
      text: 'Reviews were not eligible',
      unwanted: ['Reviews were'],
    },
    { name: 'ineligible', text: 'Reviews are ineligible', unwanted: ['Reviews are ineligible'] },
    {
      name: 'an adverb between',
      text: 'We did never systematically include letters',
      unwanted: ['We did never systematically include letters'],
    },
    {
      name: 'under a heading of inclusions too',
      text: 'Inclusion: adults; reviews were excluded',
      wanted: ['adults'],
      unwanted: ['reviews were excluded'],
    },
    { name: 'neither asked for nor ruled out', text: 'Age was not an exclusion criterion. Any dose, regardless of route' },
    { name: 'what is excepted', text: 'We excluded case reports unless they had controls', unwanted: ['We excluded case reports'] },
    { name: 'what is missing is wanted', text: 'Exclusion criteria: non-rodent species; no control group; without any rats', unwanted: [] },
    { name: 'words beside it stay', text: 'Exclusion criteria: letters with no control group', unwanted: ['letters with'] },
  ]
  it.each(rows)('$name', ({ text, wanted = [], unwanted = [] }) => {
    expect(criteriaClauses(text)).toEqual({ wanted, unwanted })
  })

  it('takes 100,000 characters in linear time', () => {
    const text = 'Exclusion criteria: not no 1) unless excluded regardless '.repeat(2000)
    expect(criteriaClauses(text).wanted).toEqual([])
  })
})
