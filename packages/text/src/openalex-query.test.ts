import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { openalexQuery, openalexTitleQuery } from './openalex-query.ts'

const repeated = (word: string, count: number) => Array.from({ length: count }, () => word).join(' ')

describe('openalexQuery', () => {
  const rows = [
    { name: 'words stay', query: 'sleep and diet' },
    { name: 'signs that mean nothing to it stay', query: 'Sleep, diet and gout: a cohort study (n=12), part #2; R&D 50%' },
    { name: 'white space', query: '  sleep \n  diet ', out: 'sleep diet' },
    { name: 'bars, marks, stars and tildes go', query: 'a|b !c d* e? f~2 g^3 h\\i', out: 'a b c d e f 2 g 3 h i' },
    { name: 'a phrase stays', query: 'the "silent" aquifer' },
    { name: 'curly quotes', query: 'the “silent” „aquifer”', out: 'the "silent" "aquifer"' },
    { name: 'a quote without its partner', query: '"silent aquifer', out: 'silent aquifer' },
    { name: 'a boolean query stays', query: '(elmo AND "sesame street") NOT (cookie OR monster)' },
    { name: 'one that begins with NOT', query: 'NOT cookie AND elmo' },
    { name: 'AND NOT', query: 'elmo AND NOT cookie' },
    { name: 'five operators', query: 'a AND b AND c OR d OR e NOT f' },
    { name: 'six', query: 'a AND b AND c OR d OR e OR f NOT g', out: 'a and b and c or d or e or f not g' },
    { name: 'a question', query: 'what is better, a AND b OR c?', out: 'what is better, a and b or c' },
    { name: 'all in capitals', query: 'DRUGS AND PREGNANCY', out: 'DRUGS and PREGNANCY' },
    { name: 'an operator last', query: 'sleep AND', out: 'sleep and' },
    { name: 'NOT last', query: 'sleep NOT', out: 'sleep not' },
    { name: 'an operator first', query: 'OR sleep', out: 'or sleep' },
    { name: 'two operators', query: 'a AND OR b', out: 'a and or b' },
    { name: 'NOT before an operator', query: 'a NOT OR b', out: 'a not or b' },
    { name: 'NOT twice', query: 'a NOT NOT b', out: 'a not not b' },
    { name: 'an operator first in brackets', query: 'a AND (OR b)', out: 'a and (or b)' },
    { name: 'an operator last in brackets', query: '(a AND) b', out: '(a and) b' },
    { name: 'NOT last in brackets', query: '(a NOT) b', out: '(a not) b' },
    { name: 'empty brackets', query: 'a AND () b', out: 'a and () b' },
    { name: 'an open bracket goes', query: '(a OR b', out: 'a OR b' },
    { name: 'a closed one too', query: 'a OR b)', out: 'a OR b' },
    { name: 'brackets the wrong way round', query: 'a) OR (b', out: 'a OR b' },
    { name: 'a bracket inside a phrase is text', query: '"a (b" OR (c d)' },
    { name: 'operators inside words are none', query: 'an AND-gate or a NOT_x' },
    { name: 'an operator inside a phrase is none, and has no meaning to keep', query: '"a AND b"', out: '"a and b"' },
    {
      name: 'with operators, signs of query strings go',
      query: 'title:foo AND bar/baz -x +y [z] {u} <v> w=1 k&l',
      out: 'title foo AND bar baz x y z u v w 1 k l',
    },
    { name: 'with phrases too', query: 'a: "b" --c (-d)', out: 'a "b" c ( d)' },
    { name: 'a hyphen inside a word stays', query: 'non-invasive AND x' },
    { name: 'nothing', query: '', out: '' },
    { name: 'no word', query: '?? "-" ()', out: '' },
    { name: 'lone surrogates', query: 'a \ud800 b', out: 'a \ufffd b' },
    { name: '1,500 characters', query: `${repeated('word', 299)} words`, out: `${repeated('word', 299)} words` },
    { name: '1,501', query: `${repeated('word', 299)} wordss`, out: repeated('word', 299) },
    {
      name: 'letters that take nine characters in an address',
      query: repeated('中中中中中中中中', 41),
      out: repeated('中中中中中中中中', 40),
    },
    { name: 'one endless word', query: 'x'.repeat(1501), out: 'x'.repeat(300) },
    { name: 'its letters stay whole', query: `${'x'.repeat(299)}${'😀'.repeat(700)}`, out: 'x'.repeat(299) },
    { name: 'what is cut loses its half of a phrase', query: `"${repeated('word', 400)}"`, out: repeated('word', 300) },
  ]
  it.each(rows)('$name', ({ query, out }) => {
    expect(openalexQuery(query)).toBe(out ?? query)
  })

  it('is within the limits and has no sign that is refused, whatever was asked', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.string(), fc.constantFrom('AND', 'OR', 'NOT', '"', '(', ')', ' ', '中'.repeat(200))), { maxLength: 40 }),
        (pieces) => {
          const query = openalexQuery(pieces.join(' '))
          expect(query.length).toBeLessThanOrEqual(1500)
          expect(encodeURIComponent(query).length).toBeLessThanOrEqual(3000)
          expect(query).not.toMatch(/[|!*?~]/)
          expect((query.match(/"/g) ?? []).length % 2).toBe(0)
          expect((query.match(/(?<![\p{L}\p{N}_-])(?:AND|OR|NOT)(?![\p{L}\p{N}_-])/gu) ?? []).length).toBeLessThanOrEqual(5)
        },
      ),
    )
  })
})

describe('openalexTitleQuery', () => {
  it.each([
    ['Sleep, diet and gout: a cohort study', 'Sleep diet and gout a cohort study'],
    ['Heat | health: what the wards saw', 'Heat health what the wards saw'],
    ['The "silent" aquifer, revisited', 'The silent aquifer revisited'],
    ['Nurses’ views on two’s-complement dosing', "Nurses views on two's complement dosing"],
    ['R&D spending & growth, 1990–2010', 'R D spending growth 1990 2010'],
    ['Is 50% enough? A trial (n=12), part #2', 'Is 50 enough A trial n 12 part 2'],
    ['GPT-3.5 AND NOT "GPT OR 4"*', 'GPT 3.5 and not GPT or 4'],
    ['Zoë’s Ångström', "Zoë's Ångström"],
    ['0', '0'],
    ['???', ''],
    [repeated('word', 400), repeated('word', 300)],
  ])('%j', (title, words) => {
    expect(openalexTitleQuery(title)).toBe(words)
  })
})
