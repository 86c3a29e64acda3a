import { describe, expect, it } from 'vitest'
import type { ScreeningRecord } from './screening-record.ts'
import { clarityOf, type StudyType, speaksOfAdults, speaksOfPeople, typesNamed } from './study-types.ts'

const record = (fields: Partial<ScreeningRecord>): ScreeningRecord => ({
  id: 'a',
  title: '',
  abstract: '',
  keywords: [],
  type: '',
  year: null,
  ...fields,
})

const allTypes: readonly StudyType[] = [
  'randomised trial',
  'controlled study',
  'observational study',
  'case report',
  'review',
  'opinion',
  'protocol',
  'animal study',
  'in vitro study',
  'study of children',
]

describe('typesNamed', () => {
  const rows: readonly (readonly [clause: string, ...types: StudyType[]])[] = [
    ['Randomised controlled trials', 'randomised trial', 'controlled study'],
    ['randomization', 'randomised trial'],
    ['RCTs only', 'randomised trial'],
    ['clinical trial', 'randomised trial'],
    ['against placebo', 'randomised trial'],
    ['double-blind', 'randomised trial'],
    ['any comparator', 'controlled study'],
    ['with a control group', 'controlled study'],
    ['control animals', 'controlled study', 'animal study'],
    ['a comparison group', 'controlled study'],
    ['compared with nothing', 'controlled study'],
    ['glycaemic control'],
    ['observational studies', 'observational study'],
    ['cohorts', 'observational study'],
    ['case-control', 'observational study'],
    ['cross-sectional associations', 'observational study'],
    ['longitudinal', 'observational study'],
    ['prospective or retrospective', 'observational study'],
    ['case reports and case series', 'case report'],
    ['review articles', 'review'],
    ['meta-analyses', 'review'],
    ['secondary literature', 'review'],
    ['editorials', 'opinion'],
    ['letters', 'opinion'],
    ['commentaries', 'opinion'],
    ['opinion papers', 'opinion'],
    ['comments', 'opinion'],
    ['protocols', 'protocol'],
    ['animal studies', 'animal study'],
    ['rodents', 'animal study'],
    ['rats or mice', 'animal study'],
    ['preclinical', 'animal study'],
    ['in-vitro studies', 'in vitro study'],
    ['ex vivo', 'in vitro study'],
    ['cell lines', 'in vitro study'],
    ['cadaveric', 'in vitro study'],
    ['children', 'study of children'],
    ['paediatric', 'study of children'],
    ['gout'],
  ]
  it.each(rows)('%s', (clause, ...types) => {
    expect([...typesNamed(['gout', clause])]).toEqual(types)
  })

  it('of no clauses is none', () => {
    expect(typesNamed([]).size).toBe(0)
  })
})

describe('clarityOf', () => {
  const titles: readonly (readonly [title: string, ...types: StudyType[]])[] = [
    ['A randomized trial of rain', 'randomised trial'],
    ['Rain, a placebo-controlled study', 'randomised trial', 'controlled study'],
    ['A double-blind study', 'randomised trial'],
    ['A clinical trial of rain', 'randomised trial'],
    ['Rain versus snow', 'controlled study'],
    ['A comparison of rain and snow', 'controlled study'],
    ['A cohort of miners', 'observational study'],
    ['A five-year follow-up', 'observational study'],
    ['Gout: a case report', 'case report'],
    ['A case of gout', 'case report'],
    ['Report of two cases', 'case report'],
    ['Gout: a review', 'review'],
    ['A meta-analysis of rain', 'review'],
    ['Gout: an overview', 'review'],
    ['Recent advances in gout', 'review'],
    ['Current concepts in gout', 'review'],
    ['A retrospective chart review', 'observational study'],
    ['A record review of gout'],
    ['Peer review at work'],
    ['Editorial: rain', 'opinion'],
    ['Letter to the editor', 'opinion'],
    ['A comment on rain', 'opinion'],
    ['Response to Smith', 'opinion'],
    ["Authors' reply", 'opinion'],
    ['Immune response to rain'],
    ['Correction to: rain', 'opinion'],
    ['Rain: study protocol', 'protocol'],
    ['Rationale and design of RAIN', 'protocol'],
    ['Gout in rats', 'animal study'],
    ['Rabbit knees', 'animal study'],
    ['Gout in vitro', 'in vitro study'],
    ['Cultured cells', 'in vitro study'],
    ['Gout in children', 'study of children'],
    ['Neonatal gout', 'study of children'],
    ['Rain and gout'],
  ]
  it.each(titles)('the title "%s"', (title, ...types) => {
    expect(allTypes.filter((type) => clarityOf(type, record({ title })) === 1)).toEqual(types)
  })

  const abstracts: readonly (readonly [abstract: string, ...types: StudyType[]])[] = [
    ['Miners were randomly assigned.', 'randomised trial'],
    ['Miners took a placebo.', 'randomised trial', 'controlled study'],
    ['Compared with a control group', 'controlled study'],
    ['We prospectively followed miners.', 'observational study'],
    ['We report a case.', 'case report'],
    ['This review is of rain.', 'review'],
    ['Rain is discussed.', 'review'],
    ['We searched MEDLINE.', 'review'],
    ['This editorial', 'opinion'],
    ['Miners will be recruited.', 'protocol'],
    ['Wistar rats', 'animal study'],
    ['a cell line', 'in vitro study'],
    ['infants', 'study of children'],
    ['Rain fell.'],
  ]
  it.each(abstracts)('the abstract "%s"', (abstract, ...types) => {
    expect(allTypes.filter((type) => clarityOf(type, record({ abstract })) === 0.5)).toEqual(types)
    expect(allTypes.filter((type) => clarityOf(type, record({ keywords: ['x', abstract] })) === 0.5)).toEqual(types)
  })

  it.each([
    ['Review', 'review'],
    ['systematic review', 'review'],
    ['book-chapter', 'review'],
    ['Randomized Controlled Trial', 'randomised trial'],
    ['Case Reports', 'case report'],
    ['Editorial', 'opinion'],
    ['letter', 'opinion'],
  ] as const)('the kind of text "%s"', (type, expected) => {
    expect(allTypes.filter((one) => clarityOf(one, record({ type })) === 1)).toEqual([expected])
  })

  it('a title says more than an abstract', () => {
    expect(clarityOf('review', record({ title: 'A review', abstract: 'This review' }))).toBe(1)
    expect(clarityOf('review', record({ type: 'peer-review' }))).toBe(0)
  })
})

describe('who a text speaks of', () => {
  it.each([
    ['patients with gout', true, false],
    ['Adults', true, true],
    ['the elderly', false, true],
    ['miners', false, false],
    ['healthy volunteers', true, false],
    ['Humans', true, false],
  ])('%s', (text, people, adults) => {
    expect(speaksOfPeople(text)).toBe(people)
    expect(speaksOfAdults(text)).toBe(adults)
  })
})
