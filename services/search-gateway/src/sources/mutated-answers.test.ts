import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ApiSource } from '../core/api-source.ts'
import { askEverything, wrongWith } from '../testing/ask-everything.ts'
import { response } from '../testing/converse.ts'
import { arxivFeed, type MadeUpWork, madeUpAnswers, pubmedIds, pubmedSet } from '../testing/made-up-answers.ts'
import { arxiv } from './arxiv/arxiv.ts'
import { pubmed } from './pubmed/pubmed.ts'

const works: readonly MadeUpWork[] = [1, 2, 3, 4].map((number) => ({
  number,
  title: `Rivers ${number}`,
  year: 2020,
  authors: ['Smith', 'Doe'],
  abstract: 'Water flows.',
}))

/** What stands in the place of a member: of another type, empty, huge, or odd. */
const odd: readonly unknown[] = [
  null,
  undefined,
  true,
  0,
  -1,
  99999,
  1e300,
  '',
  ' ',
  '0',
  '12',
  'n.d.',
  'a b c',
  'x'.repeat(9000),
  '&amp;lt;i&amp;gt;x&amp;lt;/i&amp;gt;',
  'a\u0000b\u0007c\u001Fd\ud800e\uDC00',
  '<script>alert(1)</script>',
  [],
  [null],
  [[null]],
  {},
  { error: null },
  Array(300).fill(null),
  Array(300).fill('x'),
  Array(300).fill({ name: 'A. Person', family: 'Person' }),
]

/** A copy in which the member at the n-th place, counted through the whole tree, is what `change` makes of it. */
function changed(value: unknown, place: number, change: (member: unknown) => unknown): unknown {
  let at = 0
  const walk = (member: unknown): unknown => {
    if (at++ === place) return change(member)
    if (Array.isArray(member)) return member.map(walk)
    if (typeof member !== 'object' || member === null) return member
    return Object.fromEntries(Object.entries(member).map(([key, inner]) => [key, walk(inner)]))
  }
  return walk(value)
}

function places(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1
  return 1 + Object.values(value).reduce((sum: number, inner) => sum + places(inner), 0)
}

/** Twice as many of a list's items, each twice; anything else in a list. */
const doubled = (member: unknown) => (Array.isArray(member) ? [...member, ...member] : [member])
const renamed = (member: unknown) =>
  typeof member === 'object' && member !== null && !Array.isArray(member)
    ? Object.fromEntries(Object.entries(member).map(([key, inner]) => [`${key}_v2`, inner]))
    : [member]

function hasHitsOrFailed(source: ApiSource, body: unknown, limit = 3): void {
  const shown = () => (JSON.stringify(body) ?? '').slice(0, 1500)
  for (const asked of askEverything(source, response(body), limit)) {
    expect(wrongWith(asked), shown()).toEqual([])
    if (asked.kind === 'search' && !saysNothing(body)) expect(asked.outcome, shown()).not.toBe('none')
  }
}

/** An empty list, and no count that contradicts it: all that can be told from such an answer is that there is nothing. */
function saysNothing(body: unknown): boolean {
  const text = JSON.stringify(body) ?? ''
  const emptyList = /"(?:results|items|data|organic)":\[\]/.test(text)
  const noList = !/"(?:results|items|data|organic|web)":/.test(text)
  const counted = /"(?:count|total|total-results)":"?([1-9]\d*)\b/.test(text)
  return (emptyList || noList) && !counted
}

test.each(madeUpAnswers)('$source.title: a changed member costs no more than its work', ({ source, list }) => {
  const good = list(works)
  const all = places(good)
  fc.assert(
    fc.property(fc.nat(all - 1), fc.nat(odd.length + 1), fc.constantFrom(1, 3, 100), (place, choice, limit) => {
      const change = choice < odd.length ? () => odd[choice] : choice === odd.length ? doubled : renamed
      hasHitsOrFailed(source, changed(good, place, change) ?? 'undefined', limit)
    }),
    { numRuns: 150, seed: 4711 },
  )
})

test.each(madeUpAnswers)('$source.title: an answer cut anywhere has failed', ({ source, list }) => {
  const whole = JSON.stringify(list(works))
  for (let length = 0; length < whole.length; length += 7) {
    const [asked] = askEverything(source, response(whole.slice(0, length)))
    expect(asked, whole.slice(0, length)).toMatchObject({ outcome: 'failed' })
  }
})

const texts: readonly (readonly [title: string, expected: string])[] = [
  ['A <i>b</i> <sub>2</sub>', 'A b 2'],
  ['R&amp;amp;D &amp;lt;i&amp;gt;now&amp;lt;/i&amp;gt;', 'R&D now'],
  ['R&amp;D of <b>H<sub>2</sub>O</b>', 'R&D of H2O'],
  ['tab\tand\r\nline', 'tab and line'],
  ['bell\u0007 and NUL\u0000', 'bell and NUL\uFFFD'],
  ['half \ud83d here', 'half \uFFFD here'],
  ['p < 0.05 and x > 3', 'p < 0.05 and x > 3'],
  ['0', '0'],
  ['אבג', 'אבג'],
]

test.each(madeUpAnswers.filter(({ source }) => source.name !== 'open-corpus'))(
  '$source.title: titles become plain text',
  ({ source, list }) => {
    const made = texts.map(([title], n) => ({ number: n + 1, title, abstract: 'x' }))
    const [search] = askEverything(source, response(list(made)), 20)
    expect(search?.records.map(({ title }) => title)).toEqual(texts.map(([, expected]) => expected))
  },
)

const years: readonly (readonly [year: unknown, expected: number | undefined])[] = [
  [2020, 2020],
  ['2020', 2020],
  [0, undefined],
  [7, undefined],
  [999, undefined],
  [1000, 1000],
  [2100, 2100],
  [2101, undefined],
  [9999, undefined],
  [99999, undefined],
  [-5, undefined],
  ['n.d.', undefined],
  [null, undefined],
  [{}, undefined],
]

// Crossref's own rule is narrower (see crossref-record).
test.each(madeUpAnswers.filter(({ source }) => ['openalex', 'semantic-scholar'].includes(source.name)))(
  '$source.title: a year that can be none is left out',
  ({ source, list }) => {
    const made = years.map(([year], n) => ({ number: n + 1, title: `T${n}`, year, abstract: 'x' }))
    const [search] = askEverything(source, response(list(made)), 20)
    expect(search?.records.map(({ year }) => year)).toEqual(years.map(([, expected]) => expected))
  },
)

test.each(madeUpAnswers)('$source.title: more than asked for is cut, and told', ({ source, list }) => {
  const many = Array.from({ length: 250 }, (_, n) => ({ number: n + 1, title: `T${n}`, abstract: 'x' }))
  const [search] = askEverything(source, response(list(many)), 3)
  expect(search).toMatchObject({ outcome: 'truncated', records: { length: 3 } })
})

test.each(madeUpAnswers.filter(({ source }) => ['openalex', 'crossref', 'semantic-scholar'].includes(source.name)))(
  '$source.title: ten thousand authors are one work',
  ({ source, list }) => {
    const authors = Array.from({ length: 10_000 }, (_, n) => `Person${n}`)
    const [search] = askEverything(source, response(list([{ number: 1, title: 'T', authors, abstract: 'x' }])))
    expect(search).toMatchObject({ outcome: 'hits', records: [{ authors: { length: 10_000 } }] })
  },
)

/** Changes of XML as text: an element's content, its end, a tag's name, the whole from somewhere on. */
const xmlChanges = fc.record({
  at: fc.nat(),
  length: fc.nat(60),
  put: fc.constantFrom('', '&', '<', '&amp;', '\u0000', '<b>x</b>', '99999', 'é'),
})

test.each([
  { source: arxiv, good: arxivFeed(works), empty: /totalResults>0</ },
  { source: pubmed, good: pubmedSet(works), empty: /^$/ },
  { source: pubmed, good: JSON.stringify(pubmedIds(works)), empty: /"count":"0"/ },
])('$source.title: XML or ids that are changed anywhere', ({ source, good, empty }) => {
  fc.assert(
    fc.property(xmlChanges, fc.constantFrom(1, 3, 100), ({ at, length, put }, limit) => {
      const start = at % good.length
      const body = `${good.slice(0, start)}${put}${good.slice(start + length)}`
      for (const asked of askEverything(source, response(body), limit)) {
        expect(wrongWith(asked), body).toEqual([])
        if (asked.kind === 'search' && !empty.test(body)) expect(asked.outcome, body).not.toBe('none')
      }
    }),
    { numRuns: 150, seed: 4711 },
  )
})
