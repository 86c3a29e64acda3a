import { describe, expect, it } from 'vitest'
import { designFit, designWishes } from './design-fit.ts'
import type { ScreeningRecord } from './screening-record.ts'

const record = (fields: Partial<ScreeningRecord>): ScreeningRecord => ({
  id: 'a',
  title: '',
  abstract: 'Rain fell.',
  keywords: [],
  type: '',
  year: null,
  ...fields,
})

const wishesOf = (question: string, criteria = '') => {
  const { wanted, unwanted } = designWishes({ question, criteria })
  return { wanted: [...wanted].sort(), unwanted: [...unwanted].sort() }
}

describe('designWishes', () => {
  it.each([
    ['none', 'rain and gout', '', [], []],
    ['a trial brings its comparisons', 'randomised gout', '', ['controlled study', 'randomised trial'], []],
    ['of the criteria', 'gout', 'cohorts\nExclusion: animal studies', ['observational study'], ['animal study']],
    ['the review itself is no wish', 'a systematic review of gout', '', [], []],
    ['nor what its data are for', 'gout', 'We pooled data in meta-analyses', [], []],
    ['nor what it is for', 'gout', 'Criteria for the systematic reviews', [], []],
    ['reviews as studies', 'gout', 'We included systematic reviews of gout', ['review'], []],
    ['children out', 'gout', 'Exclusion: children', [], ['study of children']],
    ['of some children only', 'gout', 'We excluded studies that only had children below the age of two', [], []],
    ['eight words are plain', 'gout', 'Excluded: one two three four five six children', [], ['study of children']],
    ['nine are not', 'gout', 'Excluded: one two three four five six seven children', [], []],
    ['adults only', 'gout in adults', '', [], ['study of children']],
    ['adults and children', 'gout in adults and children', '', ['study of children'], []],
  ])('%s', (_, question, criteria, wanted, unwanted) => {
    expect(wishesOf(question, criteria)).toEqual({ wanted, unwanted })
  })
})

describe('designFit', () => {
  const rows: readonly (readonly [string, string, string, Partial<ScreeningRecord>, number, string])[] = [
    ['nothing to say', 'gout', '', { title: 'Gout' }, 0, ''],
    ['a trial that is asked for', 'gout', 'randomised trials', { title: 'A randomised trial' }, 1.5, 'randomised trial'],
    ['in its abstract', 'gout', 'randomised trials', { abstract: 'We randomised miners.', title: 'x' }, 0.75, 'randomised trial'],
    [
      'the clearest design counts',
      'gout',
      'randomised trials',
      { title: 'Rain versus snow', abstract: 'randomised' },
      1.5,
      'controlled study',
    ],
    ['a comparison alone', 'gout', 'with a control group', { title: 'Rain versus snow' }, 0.75, 'controlled study'],
    ['a design that is not asked for', 'gout', 'cohorts', { title: 'A randomised trial' }, 0, ''],
    ['an observational one', 'gout', 'cohorts', { title: 'A cohort' }, 1.5, 'observational study'],
    ['one that is also ruled out', 'gout', 'cohorts. We excluded retrospective cohorts.', { title: 'A cohort' }, 0, ''],
    ['a review, without a word on it', 'gout', '', { title: 'A review' }, -1.5, 'review'],
    ['a review that is asked for', 'gout', 'systematic reviews', { title: 'A review' }, 0, ''],
    ['one asked for and ruled out', 'gout', 'systematic reviews\nExclusion: reviews', { title: 'A review' }, -1.5, 'review'],
    ['an opinion', 'gout', '', { title: 'Editorial' }, -1.5, 'opinion'],
    ['a protocol', 'gout', '', { title: 'A study protocol' }, -1.5, 'protocol'],
    ['a case report', 'gout', '', { title: 'A case report' }, -1.5, 'case report'],
    ['a case report that is asked for', 'gout', 'case reports', { title: 'A case report' }, 0, ''],
    ['two of them', 'gout', '', { title: 'Editorial: a review' }, -3, 'review, opinion'],
    ['animals, without a word on them', 'gout', '', { title: 'Rats' }, -2, 'animal study'],
    ['animals asked for and ruled out', 'gout in rats', 'Exclusion: animal studies', { title: 'Rats' }, -2, 'animal study'],
    ['animals beside people', 'gout in women', '', { title: 'Rats and women' }, -0.5, 'animal study'],
    ['animals ruled out', 'gout', 'Exclusion: animal studies', { title: 'Rats' }, -2, 'animal study'],
    ['animals asked for', 'gout in people or animals', '', { title: 'Rats' }, 0, ''],
    ['cells where animals are asked for', 'gout in rats', '', { title: 'In vitro' }, 0, ''],
    ['cells asked for', 'gout in vitro', '', { title: 'In vitro' }, 0, ''],
    ['cells', 'gout in women', '', { title: 'In vitro' }, -1, 'in vitro study'],
    ['cells ruled out', 'gout', 'Exclusion: in vitro', { abstract: 'in vitro' }, -0.5, 'in vitro study'],
    ['children', 'gout', 'Exclusion: children', { title: 'Children' }, -1, 'study of children'],
    ['children beside adults', 'gout', 'Exclusion: children', { title: 'Children and adults' }, 0, ''],
    ['children beside adults in a heading', 'gout', 'Exclusion: children', { title: 'Children', keywords: ['Adult'] }, 0, ''],
    ['no abstract', 'gout', '', { abstract: ' ' }, -1.5, 'no abstract'],
  ]
  it.each(rows)('%s', (_, question, criteria, fields, score, reasons) => {
    expect(designFit(record(fields), designWishes({ question, criteria }))).toEqual({
      score,
      reasons: reasons === '' ? [] : reasons.split(', '),
    })
  })
})
