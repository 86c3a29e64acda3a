import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { arxivQuery, arxivTitleQuery } from './arxiv-query.ts'

const words = (count: number) => Array.from({ length: count }, (_, n) => `w${n + 1}`).join(' ')

describe('arxivQuery of plain words', () => {
  const rows = [
    { name: 'words that all must occur', query: 'attention mechanism', out: 'all:attention AND all:mechanism' },
    { name: 'stop words and punctuation go', query: 'How does the attention work?', out: 'all:attention AND all:work' },
    { name: 'stop words stay when there is nothing else', query: 'the of', out: 'all:the AND all:of' },
    { name: 'a word that comes twice, also in another case, is asked once', query: 'Agents and agents', out: 'all:agents' },
    { name: 'a hyphen means "not" there: a phrase', query: 'non-invasive imaging', out: 'all:"non invasive" AND all:imaging' },
    { name: 'a stop word in a phrase stays', query: 'state-of-the-art', out: 'all:"state of the art"' },
    { name: 'colon and bracket', query: 'BERT: pre-training [x]', out: 'all:BERT AND all:"pre training" AND all:x' },
    { name: 'a colon without a field before it', query: 'wall:e', out: 'all:"wall e"' },
    { name: 'a field without a value', query: 'ti: ?', out: 'all:ti' },
    { name: 'a field name inside a word', query: 'multi:x overall:y', out: 'all:"multi x" AND all:"overall y"' },
    { name: 'a phrase in quotes', query: '"attention mechanism" survey', out: 'all:"attention mechanism" AND all:survey' },
    { name: 'curly quotes', query: '“attention mechanism” survey', out: 'all:"attention mechanism" AND all:survey' },
    { name: 'a phrase of stop words', query: '"to be" memory', out: 'all:"to be" AND all:memory' },
    { name: 'a quote without its partner', query: '"attention mechanism', out: 'all:attention AND all:mechanism' },
    {
      name: 'stops and apostrophes inside words',
      query: "GPT3.5 Alzheimer's del_maestro",
      out: "all:GPT3.5 AND all:Alzheimer's AND all:del_maestro",
    },
    { name: 'a star is none in plain words', query: 'word*', out: 'all:word' },
    { name: 'a text all in capitals has no operators', query: 'ATTENTION AND MEMORY', out: 'all:ATTENTION AND all:MEMORY' },
    { name: 'there too stop words go', query: 'THE ROLE OF SLEEP AND MEMORY', out: 'all:ROLE AND all:SLEEP AND all:MEMORY' },
    { name: 'an operator inside a phrase is none', query: '"cats AND dogs" of war', out: 'all:"cats AND dogs" AND all:war' },
    { name: 'accents stay', query: 'Ångström lattice', out: 'all:Ångström AND all:lattice' },
    { name: 'a plus sign is none of an address', query: 'c+d e', out: 'all:"c d" AND all:e' },
    { name: 'twelve words', query: words(12), out: words(12).replace(/w/g, 'all:w').replaceAll(' ', ' AND ') },
    { name: 'of thirteen words the first twelve', query: words(13), out: words(12).replace(/w/g, 'all:w').replaceAll(' ', ' AND ') },
    { name: 'nothing', query: ' ', out: '' },
    { name: 'no word', query: '??? "-"', out: '' },
  ]
  it.each(rows)('$name', ({ query, out }) => {
    expect(arxivQuery(query)).toBe(out)
  })
})

describe('arxivQuery in its own syntax', () => {
  const rows = [
    { name: 'stays', query: 'ti:attention AND abs:"self attention"' },
    { name: 'stays, every field', query: 'ti:a AND au:b AND abs:c AND co:d AND jr:e AND cat:f AND rn:g AND all:h AND id:i' },
    { name: 'stays, brackets and other operators', query: '(all:a OR all:b) ANDNOT ti:c' },
    { name: 'stays, dates', query: 'all:a AND submittedDate:[202001010000 TO 202212312359]' },
    { name: 'stays, dates of updates', query: 'lastUpdatedDate:[2020 TO 2022] AND all:a' },
    { name: 'stays, categories with hyphen, stop and star', query: 'cat:cond-mat.mes-hall OR cat:cs.*' },
    { name: 'stays, ids and report numbers', query: 'id:hep-th/9901001 OR rn:CERN-TH-1' },
    { name: 'a star inside quotes is none', query: 'ti:"reinforc*" AND all:x', out: 'ti:reinforc AND all:x' },
    { name: 'stays, a wildcard at the end', query: 'abs:reinforc* AND all:a' },
    { name: 'stop words stay: they were written so', query: 'ti:the AND all:a' },
    { name: 'a single field', query: 'au:del_maestro' },
    { name: 'spaces in dates', query: 'all:a AND submittedDate: [ 2020  TO  2022 ]', out: 'all:a AND submittedDate:[2020 TO 2022]' },
    { name: 'a hyphen outside quotes', query: 'all:non-invasive AND all:x', out: 'all:"non invasive" AND all:x' },
    { name: 'a star after several words', query: 'all:non-invas* AND all:x', out: 'all:"non invas" AND all:x' },
    { name: 'words without a field', query: 'ti:a b-c "d e"', out: 'ti:a AND all:"b c" AND all:"d e"' },
    { name: 'NOT is ANDNOT there', query: 'all:a NOT all:b', out: 'all:a ANDNOT all:b' },
    { name: 'AND NOT too', query: 'foo AND NOT bar', out: 'all:foo ANDNOT all:bar' },
    { name: 'NOT first: what is wanted comes before it', query: 'NOT foo AND bar OR baz', out: 'all:bar ANDNOT all:foo OR all:baz' },
    { name: 'only NOT: nothing to look for', query: 'NOT all:foo', out: '' },
    { name: 'only NOT in brackets', query: '(NOT foo) AND bar', out: 'all:bar' },
    { name: 'an operator at either end', query: 'AND foo OR', out: 'all:foo' },
    { name: 'an operator alone in brackets', query: 'foo AND (OR) AND bar', out: 'all:foo AND all:bar' },
    { name: 'empty brackets', query: 'foo AND () AND bar', out: 'all:foo AND all:bar' },
    { name: 'spare brackets', query: '((a)) AND ((b OR c))', out: 'all:a AND (all:b OR all:c)' },
    { name: 'an open bracket', query: 'all:a AND (all:b OR all:c', out: 'all:a AND all:b OR all:c' },
    { name: 'brackets the wrong way round', query: 'a) AND (b', out: 'all:a AND all:b' },
    { name: 'a field before brackets', query: 'abs:("a b" OR c) AND d', out: '(abs:"a b" OR abs:c) AND all:d' },
    { name: 'a field inside another field', query: 'ti:(cat:cs.LG AND a)', out: 'cat:cs.LG AND ti:a', whole: true },
    { name: 'a field that only brackets follow', query: 'ti:(deep learning)', out: 'ti:deep AND ti:learning', whole: true },
    { name: 'a quote without its partner', query: 'ti:"deep learning AND all:x', out: 'all:deep AND all:learning AND all:x' },
    { name: 'a code in quotes', query: 'cat:"cs.LG" AND x', out: 'cat:cs.LG AND all:x' },
    { name: 'a code that is none', query: 'cat:"a b" AND x', out: 'all:x' },
    { name: 'an operator word in quotes is a word', query: 'all:"AND" AND x', out: 'all:and AND all:x' },
    { name: 'lower-case words are no operators', query: 'ti:a and ti:b', out: 'ti:a AND all:and AND ti:b' },
    { name: 'operators without fields', query: '(a AND b) NOT c', out: '(all:a AND all:b) ANDNOT all:c' },
    { name: 'written for an address', query: 'all:attention+AND+all:mechanism', out: 'all:attention AND all:mechanism' },
    { name: 'with encoded quotes', query: 'all:%22deep learning%22', out: 'all:"deep learning"' },
    { name: 'with encoded brackets, colon and spaces', query: '%28ti%3Aa%20OR%20b%29', out: 'ti:a OR all:b', whole: true },
    { name: 'with +ANDNOT+', query: 'a+ANDNOT+b', out: 'all:a ANDNOT all:b' },
    { name: 'percent signs of a text', query: '50%25 AND x', out: 'all:"50 25" AND all:x' },
  ]
  it.each(rows)('$name', ({ query, out, whole }) => {
    expect(arxivQuery(query)).toBe(whole === true ? `(${out})` : (out ?? query))
  })

  it.each([
    ['_', ''],
    ['_ sleep', 'all:sleep'],
    ['_id', 'all:_id'],
    ['all:_id', 'all:_id'],
  ])('%s, with an underscore, becomes %s', (typed, query) => {
    expect(arxivQuery(typed)).toBe(query)
  })

  it('is the same when it is brought into shape again, and never has a bare hyphen or an odd quote or bracket', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        'ti:',
        'all:',
        'AND',
        'OR',
        'NOT',
        'ANDNOT',
        '(',
        ')',
        '"',
        'x-y',
        'cat:cs.LG',
        'submittedDate:[2020 TO 2021]',
        '*',
        '-',
        ' ',
        ' ',
      ),
      fc.string({ maxLength: 6 }),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const query = arxivQuery(pieces.join(''))
        expect(arxivQuery(query)).toBe(query)
        const bare = query.replace(/"[^"]*"/g, 'q').replace(/(?:cat|rn|id):\S+/g, 'c')
        expect(bare).not.toMatch(/[-"]/)
        let depth = 0
        for (const sign of bare.replace(/[^()]/g, '')) {
          depth += sign === '(' ? 1 : -1
          expect(depth).toBeGreaterThanOrEqual(0)
        }
        expect(depth).toBe(0)
      }),
    )
  })
})

describe('arxivTitleQuery', () => {
  it.each([
    ['Attention Is All You Need', 'ti:"Attention Is All You Need"'],
    ['0', 'ti:0'],
    ['Sleep, diet & gout: "a" study?', 'ti:"Sleep diet gout a study"'],
    ['—', ''],
  ])('%j', (title, query) => {
    expect(arxivTitleQuery(title)).toBe(query)
  })
})
