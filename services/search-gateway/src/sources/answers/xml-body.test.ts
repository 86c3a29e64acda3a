import { describe, expect, test } from 'vitest'
import { elementsAt, elementText, textAtPath, textsAtPath, xmlBody } from './xml-body.ts'

function rootText(body: string): string | null {
  using document = xmlBody(body)
  return document === null ? null : document.root.content
}

const bomb = `<!DOCTYPE a [<!ENTITY a "aaaaaaaaaa">${'bcdefghi'
  .split('')
  .map((name) => `<!ENTITY ${name} "${`&${String.fromCharCode(name.charCodeAt(0) - 1)};`.repeat(10)}">`)
  .join('')}]><a>&i;</a>`

describe('xmlBody', () => {
  test.each([
    ['plain', '<a>x</a>', 'x'],
    ['after blanks and a byte order mark', '\uFEFF \n<a>x</a>', 'x'],
    ['a declared encoding is that of the bytes', '<?xml version="1.0" encoding="iso-8859-1"?><a>é</a>', 'é'],
    ['a document type without declarations', '<!DOCTYPE a PUBLIC "-//NLM//DTD" "https://dtd.nlm.nih.gov/a.dtd"><a>x</a>', 'x'],
    ['a named character', '<!DOCTYPE a SYSTEM "a.dtd"><a>x&nbsp;&beta;y</a>', 'x\u00A0βy'],
    ['a control character', '<a>x\u0001y&#2;z</a>', 'x\uFFFDy\uFFFDz'],
    ['words that look like a document type', '<a><![CDATA[<!DOCTYPE x [ ]]></a>', '<!DOCTYPE x [ '],
    ['a prefix that is declared', '<a xmlns:mml="http://x"><mml:math>x</mml:math></a>', 'x'],
  ])('reads %s', (_, body, text) => {
    expect(rootText(body)).toBe(text)
  })
  test.each([
    ['nothing', ''],
    ['text', 'Rate exceeded.'],
    ['what was cut', '<a><b>x</b><b>y'],
    ['what has two roots', '<a/><b/>'],
    ['JSON', '{"error":"API rate limit exceeded"}'],
    ['a bomb of entities', bomb],
    ['one harmless entity of its own', '<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>'],
    ['a file from outside', '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>'],
    ['a document type in small letters', '<!doctype a\n[<!ENTITY x "y">]><a>&x;</a>'],
  ])('does not read %s', (_, body) => {
    expect(rootText(body)).toBeNull()
  })
})

describe('texts', () => {
  const body =
    '<r><t>A <i>b</i><!-- no --><![CDATA[<c>]]>\n  &lt;d<math><mi>x</mi><annotation>\\x</annotation><annotation-xml>y</annotation-xml></math><tex-math>z</tex-math></t><t> </t><u><t>in</t></u><n/></r>'
  test('all of an element, without the second notation of a formula', () => {
    using document = xmlBody(body)
    if (document === null) throw new Error('not read')
    expect(elementsAt(document, '/r/t').map(elementText)).toEqual(['A b<c>\n  <dx', ' '])
  })
  test('by paths: on one line, filled ones only, the first path that has one', () => {
    using document = xmlBody(body)
    if (document === null) throw new Error('not read')
    expect(textsAtPath(document, '/r/t')).toEqual(['A b<c> <dx'])
    expect(textsAtPath(document, '//t')).toEqual(['A b<c> <dx', 'in'])
    expect(textAtPath(document, '/r/n', '/r/u', '/r/t')).toBe('in')
    expect(textAtPath(document, '/r/t', '/r/u')).toBe('A b<c> <dx')
    expect(textAtPath(document, '/r/none', '/r/n')).toBeUndefined()
  })
  test('attributes are no elements', () => {
    using document = xmlBody('<r a="1"/>')
    if (document === null) throw new Error('not read')
    expect(elementsAt(document, '/r/@a')).toEqual([])
  })
})
