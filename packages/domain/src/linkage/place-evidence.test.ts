import { describe, expect, it } from 'vitest'
import { givenRecord } from './fixtures/given-record.ts'
import { placeAgreement, placeEvidence, wordsInCommon } from './place-evidence.ts'
import { profileOf } from './profile.ts'

type Given = Parameters<typeof givenRecord>[0]
const english = 'The sleep of crews on the ferry'
const german = 'Der Schlaf der Crews auf der Fähre'
const place = { venue: 'J Test Med', volume: '7', issue: '2', pages: '11-20', year: 2020, authors: ['Osei, K'] }
const evidence = (a: Given, b: Given) => {
  const [x, y] = [profileOf(givenRecord({ ...place, ...a })), profileOf(givenRecord({ ...place, ...b }))]
  const there = placeEvidence(x, y)
  expect(placeEvidence(y, x)).toEqual(there)
  return there
}
const without = (...fields: readonly (keyof typeof place)[]): Given =>
  Object.fromEntries(Object.entries(place).filter(([field]) => !fields.includes(field as keyof typeof place)))
const evidenceOf = (a: Given, b: Given) => {
  const [x, y] = [profileOf(givenRecord(a)), profileOf(givenRecord(b))]
  return placeEvidence(x, y)
}

describe('placeEvidence: reworded titles', () => {
  const a = 'Antibiotic prophylaxis in reef surgery of divers'
  const b = 'Prevention: antibiotic prophylaxis for divers'
  it('half of the words on the same pages', () => {
    expect(evidence({ title: a }, { title: b })).toEqual({
      signals: ['title in other words', 'shared author', 'same venue, volume and pages'],
      strength: 2 / 3,
    })
  })

  it.each([
    { name: 'exactly half', b: 'Antibiotic prophylaxis, kelp, iodine, tides', found: true },
    { name: 'less than half', b: 'Antibiotic prophylaxis, kelp, iodine, tides, salt', found: false },
  ])('$name', ({ b: other, found }) => {
    expect(evidence({ title: 'Antibiotic prophylaxis of the divers' }, { title: other }) !== null).toBe(found)
  })

  it.each([
    { name: 'three pages', change: { pages: '11-13' }, found: true },
    { name: 'two pages, as facing abstracts have them', change: { pages: '11-12' }, found: false },
    { name: 'the first page alone', change: { pages: '11' }, found: false },
    { name: 'no pages', change: { pages: '-' }, found: false },
    { name: 'the venue unknown', change: { venue: '—' }, found: true },
    { name: 'no volume, one year', change: { volume: '' }, found: true },
    { name: 'neither venue nor volume', change: { venue: '—', volume: '' }, found: false },
    { name: 'no authors', change: { authors: [] }, found: true },
    { name: 'no authors and no venue', change: { authors: [], venue: '—' }, found: false },
  ])('both records: $name', ({ change, found }) => {
    expect(evidence({ title: a, ...change }, { title: b, ...change }) !== null).toBe(found)
  })

  it.each([
    { name: 'another venue', change: { venue: 'Reef Letters' }, signal: 'same volume and pages' },
    { name: 'year ±1', change: { year: 2021 }, signal: 'same venue, volume and pages' },
    { name: 'two years apart', change: { year: 2022 }, signal: null },
    { name: 'another volume', change: { volume: '8' }, signal: null },
    { name: 'another last page', change: { pages: '11-21' }, signal: null },
    { name: 'other authors', change: { authors: ['Dahl, B'] }, signal: null },
    { name: 'another issue number', change: { issue: '3' }, signal: 'same venue, volume and pages' },
  ])('one record: $name', ({ change, signal }) => {
    expect(evidence({ title: a }, { title: b, ...change })?.signals.at(-1) ?? null).toBe(signal)
  })

  it('a year that is unknown is not held against it', () => {
    expect(evidenceOf({ ...without('year'), title: a }, { ...place, title: b })).not.toBeNull()
    expect(evidenceOf({ ...place, title: a }, { ...without('year'), title: b })).not.toBeNull()
  })

  it('only one list of authors is missing', () => {
    expect(evidence({ title: a, authors: [] }, { title: b })?.signals).toEqual(['title in other words', 'same venue, volume and pages'])
  })
})

describe('placeEvidence: a main title too short to stand by itself', () => {
  const [short, long] = ['Reefs abroad', 'Reefs abroad: what lamps reveal about harbour pilots at night']
  it.each([
    { name: 'on the same pages', change: {}, found: true },
    { name: 'no authors', change: { authors: [] }, found: false },
    { name: 'another venue', change: { venue: 'Reef Letters' }, found: false },
    { name: 'another main title', change: { title: 'Lamps abroad' }, found: false },
    { name: 'the same main title under both', change: { title: 'Reefs abroad: quite another survey of tides' }, found: false },
    { name: 'no title', change: { title: '—' }, found: false },
  ])('$name', ({ change, found }) => {
    const decided = evidence({ title: long }, { title: short, ...change })
    expect(decided !== null).toBe(found)
    if (found)
      expect(decided).toMatchObject({ signals: ['title without subtitle', 'shared author', 'same venue, volume and pages'], strength: 0.5 })
  })
})

describe('placeEvidence: translated titles', () => {
  it.each([
    { name: 'one issue', change: {}, found: true },
    { name: 'another issue', change: { issue: '3' }, found: false },
    { name: 'no volume', change: { volume: '' }, found: false },
    { name: 'another venue', change: { venue: 'Reef Letters' }, found: false },
    { name: 'no authors', change: { authors: [] }, found: false },
    { name: 'one language', change: { title: 'A lamp for the crews of an old tower' }, found: false },
    { name: 'no word in common', change: { title: 'Der Traum der Leute auf dem Meer' }, found: false },
    { name: 'a short word in common', change: { title: 'Der Crew auf der Fähre' }, found: false },
    { name: 'a word in common that another language bends', change: { title: 'Die Crewsen auf der Fähre' }, found: true },
  ])('$name', ({ change, found }) => {
    const decided = evidence({ title: english }, { title: german, ...change })
    expect(decided !== null).toBe(found)
    if (found)
      expect(decided).toMatchObject({
        signals: ['title in another language', 'shared author', 'same venue, volume and pages'],
        strength: 0.5,
      })
  })

  it.each([
    { name: 'a cognate: 2 · 6 / (8 + 8) = 0.75', title: 'Der Traum der Lanterxy', found: true },
    { name: 'none: 2 · 6 / (8 + 9) = 0.71', title: 'Der Traum der Lanterxyz', found: false },
  ])('$name', ({ title, found }) => {
    expect(evidence({ title: 'The lanterns of the sea' }, { title }) !== null).toBe(found)
  })

  it.each([
    { name: 'five letters', a: 'The crews of the sea', b: 'Der Traum der Crews', found: true },
    { name: 'four letters', a: 'The crew of the sea', b: 'Der Traum der Crew', found: false },
    { name: 'four against five letters', a: 'The crew of the sea', b: 'Der Traum der Crews', found: false },
  ])('a cognate has five letters: $name', ({ a, b, found }) => {
    // The heading words of the two titles differ, so that only the cognate can tell.
    expect(evidence({ title: a }, { title: b })?.signals[0] === 'title in another language').toBe(found)
  })

  it('an unknown issue is not an equal one', () => {
    expect(evidenceOf({ ...without('issue'), title: english }, { ...without('issue'), title: german })).toBeNull()
  })
})

describe('placeAgreement', () => {
  const pair = (a: Given, b: Given) =>
    placeAgreement(profileOf(givenRecord({ ...place, ...a })), profileOf(givenRecord({ ...place, ...b })))
  it.each([
    { name: 'the same three pages', a: { pages: '11-13' }, b: { pages: '11-13' }, expected: 'pages' },
    { name: 'the same two pages', a: { pages: '11-12' }, b: { pages: '11-12' }, expected: 'start' },
    { name: 'the first page', a: { pages: '11' }, b: {}, expected: 'start' },
    { name: 'the volume', a: { pages: '-' }, b: {}, expected: 'volume' },
    { name: 'the volume, other pages', a: { pages: '31-40' }, b: {}, expected: 'volume' },
    { name: 'the venue alone', a: { pages: '-', volume: '' }, b: { pages: '-', volume: '' }, expected: null },
    { name: 'the volume of another venue', a: { pages: '-', venue: 'Reef Letters' }, b: {}, expected: null },
    { name: 'another volume', a: { pages: '-', volume: '8' }, b: {}, expected: null },
  ])('$name', ({ a, b, expected }) => {
    expect(pair(a, b)).toBe(expected)
  })
})

describe('wordsInCommon', () => {
  it.each([
    { a: ['reef', 'lamp'], b: ['lamp', 'reef'], expected: 1 },
    { a: ['reef', 'lamp'], b: ['lamp', 'tide'], expected: 0.5 },
    { a: ['reef'], b: ['reef', 'lamp', 'tide'], expected: 0.5 },
    { a: ['reef'], b: [], expected: 0 },
    { a: [], b: [], expected: 0 },
  ])('$a / $b', ({ a, b, expected }) => {
    expect(wordsInCommon(a, b)).toBe(expected)
  })
})
