import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { givenRecord } from './fixtures/given-record.ts'
import { profileOf } from './profile.ts'
import {
  areClearlyDifferent,
  contrastVeto,
  isGeneric,
  numbersVeto,
  type PlaceAgreement,
  symmetricRatio,
  titleEvidence,
  titleVeto,
} from './title-evidence.ts'
import { titleKey } from './title-key.ts'

const profile = (title: string) => profileOf(givenRecord({ title }))
const kind = (a: string, b: string) => titleEvidence(titleKey(a), titleKey(b))?.kind ?? null

describe('titleEvidence', () => {
  const forty = 'abcdefghij klmnopqrst uvwxyzabcd efghijk'
  it.each([
    { name: 'equal after folding', a: 'T-cells in reefs', b: 'T cells in Reefs.', expected: 'exact' },
    { name: 'words joined', a: 'Non-linear reefs', b: 'Nonlinear reefs', expected: 'exact' },
    { name: 'exactly 0.93', a: 'a'.repeat(93) + 'b'.repeat(7), b: 'a'.repeat(93) + 'c'.repeat(7), expected: 'similar' },
    { name: 'just below 0.93', a: 'a'.repeat(92) + 'b'.repeat(8), b: 'a'.repeat(92) + 'c'.repeat(8), expected: null },
    { name: 'one letter of forty', a: forty, b: forty.replace('m', '#x#'), expected: 'similar' },
    {
      name: 'dropped subtitle, three distinctive words',
      a: 'Spike trains events',
      b: 'Spike trains events: basic ideas of the field',
      expected: 'prefix',
    },
    { name: 'dropped subtitle, two distinctive words', a: 'Spike trains', b: 'Spike trains: basic ideas of the field', expected: null },
    { name: 'dropped end without a colon', a: 'Spike trains events', b: 'Spike trains events in the auditory nerve', expected: 'prefix' },
    { name: 'half a word is no prefix', a: 'Spike trains even', b: 'Spike trains events in the auditory nerve of cats', expected: null },
    {
      name: 'contained, four distinctive words',
      a: 'Spike trains events nerve',
      b: 'An old approach to spike trains events nerve',
      expected: 'contained',
    },
    { name: 'contained, three distinctive words', a: 'Spike trains events', b: 'An old approach to spike trains events', expected: null },
    {
      name: 'contained, but inside a word',
      a: 'pike trains events nerve',
      b: 'An old approach to spike trains events nerve',
      expected: null,
    },
    { name: 'nothing in common', a: 'Reef growth', b: 'Tidal locks', expected: null },
    { name: 'empty titles', a: '???', b: '—', expected: null },
    { name: 'one empty title', a: 'Reef growth under lamps', b: '', expected: null },
  ])('$name', ({ a, b, expected }) => {
    expect(kind(a, b)).toBe(expected)
    expect(kind(b, a)).toBe(expected)
  })

  it('is symmetric', () => {
    const title = fc
      .array(fc.constantFrom('reef', 'growth', 'of', 'lamps', 'spike', 'trains', ':', 'events', 'a'), { maxLength: 8 })
      .map((words) => words.join(' '))
    fc.assert(
      fc.property(title, title, (a, b) => {
        expect(titleEvidence(titleKey(a), titleKey(b))).toEqual(titleEvidence(titleKey(b), titleKey(a)))
        expect(symmetricRatio(a, b)).toBe(symmetricRatio(b, a))
        expect(symmetricRatio('tide', 'diet')).toBe(symmetricRatio('diet', 'tide'))
      }),
    )
  })
})

describe('titleVeto', () => {
  const veto = (a: string, b: string, place: PlaceAgreement = null) => {
    const [x, y] = [profile(a), profile(b)]
    const evidence = titleEvidence(x.title, y.title)
    if (evidence === null) throw new Error(`no evidence for ${a} / ${b}`)
    expect(titleVeto(y, x, evidence, place) === null).toBe(titleVeto(x, y, evidence, place) === null)
    return titleVeto(x, y, evidence, place)
  }
  it.each([
    {
      name: 'a word in two pieces at the end',
      a: 'Growth of many old reefs in cold water is non linear',
      b: 'Growths of many old reefs in cold water is nonlinear',
      expected: null,
    },
    {
      name: 'a word in two pieces inside',
      a: 'A non linear growth model of old reefs in cold water',
      b: 'A nonlinear growth models of old reefs in cold water',
      expected: null,
    },
    {
      name: 'numbers',
      a: 'Long study of spectral gaps, part one',
      b: 'Long study of spectral gaps, part two',
      expected: /^numbers differ: 1 \/ 2$/,
    },
    {
      name: 'a number on one side',
      a: 'Long study of spectral gaps in lattice operators 2',
      b: 'Long study of spectral gaps in lattice operators',
      expected: /2 \/ none/,
    },
    {
      name: 'contrast',
      a: 'Clearance of zinc oxide particles in vivo',
      b: 'Clearance of zinc oxide particles in vitro',
      expected: /^contrast: vivo\/vitro$/,
    },
    {
      name: 'negation',
      a: 'Fractures that are painful in older adults',
      b: 'Fractures that are not painful in older adults',
      expected: /^contrast: not$/,
    },
    {
      name: 'another word',
      a: 'Risk of hip fracture after loss of sleep among nurses',
      b: 'Risk of hip fracture after loss of sleep among tutors',
      expected: /^other words: nurses \/ tutors$/,
    },
    { name: 'a spelling', a: 'Growth of the brain tumour in old adults', b: 'Growth of the brain tumor in old adults', expected: null },
    {
      name: 'an inflection',
      a: 'Long-term study of reefs under many lamps',
      b: 'Long-term studies of reefs under many lamps',
      expected: null,
    },
    {
      name: 'a stop word',
      a: 'The growth of coral reefs in small tanks under electric lamps at night in winter',
      b: 'The growth of coral reefs in small tanks with electric lamps at night in winter',
      expected: null,
    },
    {
      name: 'a word more',
      a: 'The growth of reefs under strong electric lamps by night',
      b: 'The growth of reefs under strong electric lamps night',
      expected: null,
    },
    {
      name: 'a number in another form',
      a: 'Hip resurfacing in young adults: a 10-year follow-up',
      b: 'Hip resurfacing in young adults: a ten-year follow-up',
      expected: null,
    },
    {
      name: 'lost letters',
      a: 'Multicentre study of the Groupe fran?ais de pneumo-canc?rologie on lung cancer and drugs',
      b: 'Multicentre study of the Groupe francais de pneumo-cancerologie on lung cancer and drugs',
      expected: null,
    },
    {
      name: 'a protocol',
      a: 'Exercise for chronic neck pain',
      b: 'Exercise for chronic neck pain: design and rationale',
      expected: /^one side only: design$/,
    },
    {
      name: 'a short spelling: 2 · 4 / (5 + 5) = 0.8',
      a: 'Growth of the fibre layer in many old adults',
      b: 'Growth of the fiber layer in many old adults',
      expected: null,
    },
    {
      name: 'a short word that begins in other letters: 0.8',
      a: 'Growth of the plant layer in many old adults',
      b: 'Growth of the slant layer in many old adults',
      expected: /^other words: plant \/ slant$/,
    },
    {
      name: 'a spelling that begins in another letter',
      a: 'Growth of the oesophagus in many old adults',
      b: 'Growth of the esophagus in many old adults',
      expected: null,
    },
    {
      name: 'another first letter: 2 · 9 / (10 + 10) = 0.9',
      a: 'Use of the kryoscopic method in many old harbours',
      b: 'Use of the cryoscopic method in many old harbours',
      expected: null,
    },
    {
      name: 'names of one class, which end alike',
      a: 'Long-term use of rosuvastatin by many old adults',
      b: 'Long-term use of pravastatin by many old adults',
      expected: /^other words: rosuvastatin \/ pravastatin$/,
    },
    {
      name: 'a title that was cut in its last word',
      a: 'Strong electric lamps and the growth of small coral reefs near deep harb',
      b: 'Strong electric lamps and the growth of small coral reefs near deep harbours',
      expected: null,
    },
    {
      name: 'another last word',
      a: 'Strong electric lamps and the growth of small coral reefs near deep harbours',
      b: 'Strong electric lamps and the growth of small coral reefs near deep rivers',
      expected: /^other words: harbours \/ rivers$/,
    },
    { name: 'equal titles', a: 'Reef growth in vivo', b: 'Reef growth, in vivo', expected: null },
  ])('$name', ({ a, b, expected }) => {
    if (expected === null) expect(veto(a, b)).toBeNull()
    else expect(veto(a, b)).toMatch(expected)
  })

  const nurses = 'Risk of hip fracture after loss of sleep among nurses'
  const more = 'Risk of hip fracture after loss of sleep among old nurses'
  const oneMore = (evidence: string) => new RegExp(`^other words: ${evidence}$`)
  it.each([
    { name: 'another word on the same pages', place: 'pages' as const, b: nurses.replace('nurses', 'tutors'), expected: null },
    {
      name: 'another word on the same first page',
      place: 'start' as const,
      b: nurses.replace('nurses', 'tutors'),
      expected: oneMore('nurses / tutors'),
    },
    { name: 'a word more on the same first page', place: 'start' as const, b: more, expected: null },
    { name: 'a word more in one volume', place: 'volume' as const, b: more, expected: oneMore('none / old') },
    { name: 'a word more, the place unknown', place: null, b: more, expected: null },
    { name: 'a spelling in one volume', place: 'volume' as const, b: nurses.replace('fracture', 'fractures'), expected: null },
    { name: 'a marker on the same pages', place: 'pages' as const, b: `${nurses}: study design`, expected: null },
    { name: 'a marker on the same first page', place: 'start' as const, b: `${nurses}: study design`, expected: /^one side only: design$/ },
  ])('$name', ({ place, b, expected }) => {
    const found = veto(nurses, b, place)
    if (expected === null) expect(found).toBeNull()
    else expect(found).toMatch(expected)
  })

  it('numbers and contrasts count on the same pages too', () => {
    expect(veto('Long study of spectral gaps, part one', 'Long study of spectral gaps, part two', 'pages')).toMatch(/numbers/)
    expect(veto('Clearance of zinc oxide particles in vivo', 'Clearance of zinc oxide particles in vitro', 'pages')).toMatch(/contrast/)
  })

  const reefs = 'Growth of coral reefs'
  const survey = 'Growth of coral reefs: a survey of 12 harbours in two seas'
  it.each([
    { name: 'on the same pages', place: 'pages' as const, b: survey, expected: null },
    { name: 'on the same first page', place: 'start' as const, b: survey, expected: null },
    { name: 'in one volume', place: 'volume' as const, b: survey, expected: /^numbers differ: none/ },
    { name: 'anywhere', place: null, b: survey, expected: /^numbers differ: none/ },
  ])('a dropped subtitle may have held numbers: $name', ({ place, b, expected }) => {
    const found = veto(reefs, b, place)
    if (expected === null) expect(found).toBeNull()
    else expect(found).toMatch(expected)
  })

  it('but not where titles are nearly equal', () => {
    expect(veto('Growth of many old coral reefs in cold water', 'Growth of many old coral reefs in cold water 2', 'pages')).toMatch(
      /numbers/,
    )
  })
})

describe('numbersVeto', () => {
  it.each([
    { a: 'Reefs 2', b: 'Lamps two', mayLack: false, expected: null },
    { a: 'Reefs 2', b: 'Lamps', mayLack: false, expected: 'numbers differ: 2 / none' },
    { a: 'Reefs 2', b: 'Lamps', mayLack: true, expected: null },
    { a: 'Reefs', b: 'Lamps 2', mayLack: true, expected: null },
    { a: 'Reefs 2', b: 'Lamps 2 and 3', mayLack: true, expected: null },
    { a: 'Reefs 2 and 3', b: 'Lamps 3 and 4', mayLack: true, expected: 'numbers differ: 2 3 / 3 4' },
  ])('$a / $b, may lack some: $mayLack', ({ a, b, mayLack, expected }) => {
    expect(numbersVeto(profile(a), profile(b), mayLack)).toBe(expected)
  })
})

describe('contrastVeto', () => {
  it.each([
    { a: 'Lamps in old men', b: 'A survey of women and lamps', expected: 'contrast: men/women' },
    { a: 'Lamps in old men', b: 'A survey of old men', expected: null },
  ])('$a / $b', ({ a, b, expected }) => {
    expect(contrastVeto(titleKey(a), titleKey(b))).toBe(expected)
  })
})

describe('areClearlyDifferent', () => {
  it.each([
    { name: 'different', a: 'Introduction', b: 'Spike trains as event sequences', expected: true },
    { name: 'equal main titles', a: 'Reef growth: one', b: 'Reef growth: quite another long subtitle', expected: false },
    { name: 'exactly 0.6', a: 'aaabb', b: 'aaacc', expected: false },
    { name: 'below 0.6', a: 'aabbb', b: 'aaccc', expected: true },
    { name: 'an empty title is not different', a: '', b: 'Reef growth', expected: false },
    { name: 'nor is a filled one from an empty', a: 'Reef growth', b: '—', expected: false },
  ])('$name', ({ a, b, expected }) => {
    expect(areClearlyDifferent(titleKey(a), titleKey(b))).toBe(expected)
  })
})

describe('isGeneric', () => {
  it.each([
    { a: 'Reef growth lamps', b: 'Reef growth lamps', expected: false },
    { a: 'Reef growth', b: 'Reef growth lamps', expected: true },
    { a: 'Reef growth lamps', b: 'Editorial', expected: true },
  ])('$a / $b', ({ a, b, expected }) => {
    expect(isGeneric(titleKey(a), titleKey(b))).toBe(expected)
  })
})
