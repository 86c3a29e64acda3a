import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { plainText } from './plain-text.ts'

describe('plainText', () => {
  it.each([
    { name: 'a bare p value', text: 'p < 0.05 and q > 0.1', expected: 'p < 0.05 and q > 0.1' },
    { name: 'x<y without spaces', text: 'if x<y and y>z', expected: 'if x<y and y>z' },
    { name: 'a<b looks like a tag but has no attribute form', text: 'a<b and c>d', expected: 'a<b and c>d' },
    { name: 'an unknown tag stays', text: 'use <T> here', expected: 'use <T> here' },
    { name: 'inline tags vanish', text: 'H<sub>2</sub>O and <i>Homo</i>', expected: 'H2O and Homo' },
    { name: 'upper-case tags with attributes', text: '<I class="x" id=y data-z=\'q\'>E. coli</I>', expected: 'E. coli' },
    { name: 'self-closing', text: 'a<br/>b', expected: 'a\nb' },
    {
      name: 'JATS from Crossref',
      text: '<jats:title>Abstract</jats:title><jats:p>One <jats:italic>Two</jats:italic></jats:p>',
      expected: 'Abstract\nOne Two',
    },
    { name: 'MathML, prefixed', text: '<mml:math xmlns:mml="http://x" display="inline"><mml:mi>x</mml:mi></mml:math>', expected: 'x' },
    { name: 'the TeX copy of a formula is dropped', text: '<tex-math>\\alpha</tex-math><math><mi>α</mi></math>', expected: 'α' },
    {
      name: 'annotation of MathML is dropped',
      text: '<mml:mi>x</mml:mi><mml:annotation encoding="TeX">\\x</mml:annotation>!',
      expected: 'x!',
    },
    { name: 'scripts go with their content', text: 'a<script type="x">alert(1)</script>b<style>p{}</style>c', expected: 'abc' },
    { name: 'comments and CDATA', text: 'a<!-- no -->b<![CDATA[ c < d ]]>', expected: 'ab c < d' },
    { name: 'XML prolog', text: '<?xml version="1.0"?><p>a</p>', expected: 'a' },
    {
      name: 'scripts in brackets (PBR-008)',
      text: 'FeF[sub 2] and [sup 38]Ca, [sub 1-x]',
      expected: 'FeF2 and 38Ca, 1-x',
    },
    { name: 'a bracketed script of 20 characters', text: `[sub ${'x'.repeat(20)}]`, expected: 'x'.repeat(20) },
    {
      name: 'other brackets stay',
      text: `[sub two words] [subset] [sub ${'x'.repeat(21)}]`,
      expected: `[sub two words] [subset] [sub ${'x'.repeat(21)}]`,
    },
    { name: 'entities once', text: 'R&amp;D &lt; 3 &beta; &#946; &#x3B2;', expected: 'R&D < 3 β β β' },
    { name: 'entities twice', text: 'a &amp;lt; b', expected: 'a < b' },
    { name: 'entities not three times', text: 'a &amp;amp;lt; b', expected: 'a &lt; b' },
    { name: 'escaped tags', text: '&lt;i&gt;E. coli&lt;/i&gt;', expected: 'E. coli' },
    { name: 'twice escaped tags', text: '&amp;lt;i&amp;gt;E. coli&amp;lt;/i&amp;gt;', expected: 'E. coli' },
    { name: 'no-break space', text: 'a&nbsp;b', expected: 'a b' },
    { name: 'a single line feed is a space', text: 'a\n   b', expected: 'a b' },
    { name: 'an empty line ends a paragraph', text: 'a\n \nb', expected: 'a\nb' },
    { name: 'blocks without text leave no line', text: '<p></p><p>a</p>', expected: 'a' },
    { name: 'empty', text: '', expected: '' },
  ])('$name', ({ text, expected }) => {
    expect(plainText(text)).toBe(expected)
  })

  it('a subtitle stands apart from its title', () => {
    expect(plainText('Hormones and Bone&lt;SUBTITLE&gt;A Trial&lt;/SUBTITLE&gt;')).toBe('Hormones and Bone\nA Trial')
  })

  it.each(['subtitle', 'article-title', 'trans-title', 'trans-abstract', 'p', 'div', 'sec', 'li', 'td', 'h2', 'abstract', 'title'])(
    'block <%s> ends a line',
    (name) => {
      expect(plainText(`<${name}>a</${name}>b`)).toBe('a\nb')
    },
  )

  it.each(['b', 'em', 'sup', 'italic', 'msub', 'mrow', 'xref', 'span', 'inline-formula'])('inline <%s> leaves no trace', (name) => {
    expect(plainText(`a<${name}>b</${name}>c`)).toBe('abc')
  })

  it('changes nothing in text without markup, apart from white space', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', 'b', '1', ' ', '.', '>', '=', 'ß', '界') }), (text) => {
        expect(plainText(text)).toBe(text.replace(/\s+/g, ' ').trim())
      }),
    )
  })
})
