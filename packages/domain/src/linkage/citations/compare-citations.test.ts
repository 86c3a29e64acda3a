import { describe, expect, it } from 'vitest'
import { givenRecord } from '../fixtures/given-record.ts'
import { readCitations } from './citation.ts'
import { compareCitations } from './compare-citations.ts'

type Given = Parameters<typeof givenRecord>[0]
const title = 'Night shift and mood in ferry crews'
const venue = 'Reef Weekly'
const compare = (a: Given, b: Given) => {
  const { citations, weights } = readCitations([givenRecord({ title, venue, ...a }), givenRecord({ title, venue, ...b })])
  const [x, y] = citations
  if (x === undefined || y === undefined) throw new Error('two records are two citations')
  const there = compareCitations(x, y, weights)
  const back = compareCitations(y, x, weights)
  expect([back.same, back.score]).toEqual([there.same, there.score])
  expect(there.same).toBe(there.score > 0)
  return there
}
const osei = { authors: ['Osei, K'] }
const dahl = { authors: ['Dahl, B'] }

describe('authors', () => {
  it.each([
    { name: 'the same', a: osei, b: osei, score: 4, said: 'authors 1.00' },
    { name: 'nobody in common', a: osei, b: dahl, score: 1, said: 'authors 0.00' },
    { name: 'unknown on both sides', a: {}, b: {}, score: 1, said: 'authors unknown' },
    { name: 'unknown on one side', a: osei, b: {}, score: 1, said: 'authors unknown' },
    { name: 'a cut list', a: { authors: ['Osei, K', 'Dahl, B'] }, b: osei, score: 3.5, said: 'authors 0.75' },
    {
      name: 'given and family name exchanged',
      a: { authors: ['Osei, Kwame'] },
      b: { authors: ['Kwame, Osei'] },
      score: 4,
      said: 'authors 1.00',
    },
    { name: 'cut after five letters', a: { authors: ['Oseiwaa, K'] }, b: { authors: ['Oseiw, K'] }, score: 4, said: 'authors 1.00' },
    { name: 'another end', a: { authors: ['Oseiwaa, K'] }, b: { authors: ['Oseiwua, K'] }, score: 4, said: 'authors 1.00' },
    { name: 'just four letters in common', a: { authors: ['Oseiwa, K'] }, b: { authors: ['Oseimo, K'] }, score: 1, said: 'authors 0.00' },
    { name: 'short names must be equal', a: { authors: ['Bolo, K'] }, b: { authors: ['Bolotin, K'] }, score: 1, said: 'authors 0.00' },
    {
      name: 'two run together',
      a: { authors: ['Oseiwaa, K', 'Dahlberg, B'] },
      b: { authors: ['Oseiwaadahlberg, K'] },
      score: 4,
      said: 'authors 1.00',
    },
  ])('$name', ({ a, b, score, said }) => {
    const decision = compare(a, b)
    expect(decision.score).toBeCloseTo(score, 9)
    expect(decision.signals).toContain(said)
  })

  it('a name is found anywhere in the other record', () => {
    expect(compare({ ...osei, venue }, { title: `${title}, osei`, ...dahl }).signals).toContain('authors 0.50')
  })

  it.each([
    { name: 'a fifth in common', shared: 1, all: 5, score: 0.4 + 1 + 1 },
    { name: 'less than a fifth', shared: 1, all: 6, score: 2 / 6 - 1 + 2 },
  ])('$name', ({ shared, all, score }) => {
    const names = ['Osei', 'Dahl', 'Moss', 'Fern', 'Kelp', 'Lamp', 'Wolf', 'Bird', 'Frog', 'Newt', 'Crab']
    const [a, b] = [names.slice(0, all), [...names.slice(0, shared), ...names.slice(all, 2 * all - shared)]]
    expect(compare({ authors: a }, { authors: b }).score).toBeCloseTo(score, 9)
  })
})

describe('years, pages, venues', () => {
  it.each([
    { name: 'same year', a: { year: 2001 }, b: { year: 2001 }, score: 5, said: 'same year' },
    { name: 'next year', a: { year: 2001 }, b: { year: 2002 }, score: 3, said: 'year ±1' },
    { name: 'another year', a: { year: 2001 }, b: { year: 2003 }, score: 1, said: 'other year' },
    { name: 'the nearest of several years', a: { year: 2001 }, b: { year: 2009, venue: 'Proc. 2001' }, score: 5, said: 'same year' },
    { name: 'same pages', a: { pages: '11-19' }, b: { pages: '11-19' }, score: 5, said: 'same pages' },
    { name: 'other pages', a: { pages: '11-19' }, b: { pages: '31-39' }, score: 1, said: 'other pages' },
    { name: 'another kind of venue', a: { venue: 'J Moss' }, b: { venue: 'Proc Moss' }, score: 2, said: 'another kind of venue' },
  ])('$name', ({ a, b, score, said }) => {
    const decision = compare({ ...osei, ...a }, { ...osei, ...b })
    expect(decision.score).toBeCloseTo(score, 9)
    expect(decision.signals).toContain(said)
  })

  it.each([
    { name: 'a year', a: { year: 2001 }, b: {} },
    { name: 'pages', a: { pages: '11-19' }, b: {} },
    { name: 'a kind of venue', a: { venue: 'J Moss' }, b: {} },
    { name: 'a kind of venue, equal', a: { venue: 'J Moss' }, b: { venue: 'J Moss' } },
  ])('$name that says nothing', ({ a, b }) => {
    const decision = compare({ ...osei, ...a }, { ...osei, ...b })
    expect(decision.score).toBeCloseTo(4, 9)
    expect(decision.signals).toEqual(['title 1.00', 'authors 1.00'])
  })
})

describe('titles', () => {
  it('an equal one is enough by itself, with another year and nobody in common it is not', () => {
    expect(compare({}, {}).same).toBe(true)
    expect(compare({ ...osei, year: 2001 }, { ...dahl, year: 2003 })).toMatchObject({ same: false, score: -2 })
  })

  it('exactly what is needed is not enough', () => {
    expect(compare({ ...osei, year: 2001 }, { ...dahl, year: 2002 })).toMatchObject({ same: false, score: 0 })
  })

  it.each([
    { name: 'three distinctive words', text: 'Ferry crews mood', score: 4, said: null },
    { name: 'two distinctive words', text: 'Ferry crews', score: 2, said: 'short title' },
    { name: 'a heading', text: 'Editorial', score: -1, said: 'heading, not a title' },
  ])('$name', ({ text, score, said }) => {
    const decision = compare({ ...osei, title: text }, { ...osei, title: text })
    expect(decision.score).toBeCloseTo(score, 9)
    expect(decision.signals.filter((signal) => /heading|short/.test(signal))).toEqual(said === null ? [] : [said])
  })

  it('the same heading at the same pages in one year', () => {
    const place = { ...osei, title: 'Editorial', year: 2001, pages: '1-2' }
    expect(compare(place, place)).toMatchObject({ same: true, score: 1 })
  })

  const part = (number: string) => `${title}, part ${number}`
  it.each([
    { name: 'other parts', a: part('1'), b: part('2'), said: 'other numbers' },
    { name: 'other parts, one Roman', a: part('I'), b: part('2'), said: 'other numbers' },
    { name: 'one of several numbers in common', a: `${part('1')} of 3`, b: `${part('2')} of 3`, said: null },
    { name: 'a number on one side alone', a: title, b: part('2'), said: null },
    {
      name: 'a contrast',
      a: 'Night shift and mood in men on ferries',
      b: 'Night shift and mood in women on ferries',
      said: 'contrast: men/women',
    },
    {
      name: 'run together with a little word',
      a: 'Night shift in visible ferry light',
      b: 'Night shift invisible ferry light',
      said: null,
    },
    { name: 'a comment', a: title, b: `Comment on: ${title}`, said: 'another kind of text' },
  ])('$name', ({ a, b, said }) => {
    const decision = compare({ ...osei, title: a, year: 2001 }, { ...osei, title: b, year: 2001 })
    expect(decision.same).toBe(said === null)
    expect(decision.signals.filter((signal) => /numbers|contrast|kind/.test(signal))).toEqual(said === null ? [] : [said])
  })

  it('what is forbidden takes five points', () => {
    const [a, b] = [part('1'), part('2')]
    const alike = compare({ ...osei, title: a }, { ...osei, title: `${title}, part` }).score
    expect(compare({ ...osei, title: a }, { ...osei, title: b }).score).toBeLessThan(alike - 4)
    expect(compare({ ...osei, title: a }, { ...osei, title: b }).score).toBeGreaterThan(alike - 6.5)
  })

  it('a title that is part of the other', () => {
    const { signals } = compare({ ...osei, title: `${title}: results of a survey in the far north` }, osei)
    expect(signals[0]).toBe('title 0.69')
  })
})

describe('without a title, as physicists cite', () => {
  const untitled = { title: '', authors: ['Osei, K'], year: 2001, pages: '11-19', venue: 'Reef Lett' }
  it.each([
    { name: 'authors, year and page', a: untitled, b: untitled, score: 1 },
    { name: 'one of them with its title', a: untitled, b: { ...untitled, title }, score: 1 },
    { name: 'another page', a: untitled, b: { ...untitled, pages: '31-39' }, score: -3 },
    { name: 'next year', a: untitled, b: { ...untitled, year: 2002 }, score: -1 },
    { name: 'other authors', a: untitled, b: { ...untitled, authors: ['Dahl, B'] }, score: -2 },
  ])('$name', ({ a, b, score }) => {
    const decision = compare(a, b)
    expect(decision.score).toBeCloseTo(score, 9)
    expect(decision.signals.some((signal) => signal.includes('title'))).toBe(false)
  })
})
