import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { response } from '../../testing/converse.ts'
import { esearchOf, pubmedJson } from './pubmed-esearch.ts'

const recorded = (file: string) => response(readFileSync(new URL(`../../fixtures/pubmed/${file}`, import.meta.url), 'utf8'))
const json = (esearchresult: unknown) => response({ header: { type: 'esearch', version: '0.3' }, esearchresult })

describe('esearchOf', () => {
  test('JSON, whose numbers are texts', () => {
    const result = {
      count: '115258',
      retmax: '3',
      retstart: '0',
      idlist: ['41884867', '41884779', 7, null],
      querytranslation: 'attention[All Fields]',
    }
    expect(esearchOf(json(result))).toEqual({
      ids: ['41884867', '41884779', '7'],
      count: 115258,
      translation: 'attention[All Fields]',
      unknown: [],
    })
  })
  test('what was not found; stop words that were ignored are no matter', () => {
    const result = {
      count: '0',
      idlist: [],
      querytranslation: '',
      errorlist: { phrasesnotfound: ['abcxyz'], fieldsnotfound: ['foo'] },
      warninglist: { phrasesignored: ['the'], quotedphrasesnotfound: ['"a b"'], outputmessages: ['No items found.'] },
    }
    expect(esearchOf(json(result))).toEqual({ ids: [], count: 0, translation: undefined, unknown: ['abcxyz', 'foo', '"a b"'] })
  })
  test('recorded hits in XML', () => {
    const found = esearchOf(recorded('esearch-hits.xml'))
    expect(found).toMatchObject({ count: 63, translation: '"biopython"[All Fields]', unknown: [] })
    expect(found?.ids).toHaveLength(20)
    expect(found?.ids.slice(0, 2)).toEqual(['41282813', '41148224'])
  })
  test('recorded zero hits in XML', () => {
    expect(esearchOf(recorded('esearch-zero-hits-warnings.xml'))).toEqual({
      ids: [],
      count: 0,
      translation: '(abcXYZ[All Fields])',
      unknown: ['abcXYZ'],
    })
  })
  test('what was not found, in XML', () => {
    const body =
      '<eSearchResult><Count>0</Count><IdList/><ErrorList><PhraseNotFound>a</PhraseNotFound><FieldNotFound>b</FieldNotFound></ErrorList>' +
      '<WarningList><PhraseIgnored>the</PhraseIgnored><QuotedPhraseNotFound>c</QuotedPhraseNotFound></WarningList></eSearchResult>'
    expect(esearchOf(response(body))).toEqual({ ids: [], count: 0, translation: undefined, unknown: ['a', 'b', 'c'] })
  })
  test.each([
    ['no count', json({ idlist: [] })],
    ['no list', json({ count: '3' })],
    ['an error', json({ ERROR: 'x' })],
    ['nothing', response({})],
    ['another root', recorded('efetch-37909814-unknown-pmid-empty-set.xml')],
    ['XML without a count', response('<eSearchResult><IdList/></eSearchResult>')],
    ['XML with a count that is none', response('<eSearchResult><Count>many</Count><IdList/></eSearchResult>')],
    ['XML with a count and more', response('<eSearchResult><Count>12x</Count><IdList/></eSearchResult>')],
    ['XML with more and a count', response('<eSearchResult><Count>x12</Count><IdList/></eSearchResult>')],
    ['cut XML', response('<eSearchResult><Count>3</Count>')],
    ['cut JSON', response('{"esearchresult":{"count":"3"')],
  ])('%s is none', (_, answer) => {
    expect(esearchOf(answer)).toBeNull()
  })
})

describe('pubmedJson', () => {
  test.each([
    ['{"a":1}', { a: 1 }],
    [' \n[1]', [1]],
    ['{"a":"Exception:\n\tretstart\n!"}', { a: 'Exception: retstart !' }],
    ['"[a]"', undefined],
    ['<a/>', undefined],
    ['{"a":', undefined],
    ['"a"', undefined],
  ])('%j', (body, value) => {
    expect(pubmedJson(response(body))).toEqual(value)
  })
})
