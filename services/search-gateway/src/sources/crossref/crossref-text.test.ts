import { cleanLine } from '@winnow/bibliography/clean-text.ts'
import { describe, expect, test } from 'vitest'
import { depositedText, jatsAbstract } from './crossref-text.ts'

describe('depositedText', () => {
  test.each([
    ['pretty-printed brackets', 'kinase p110α (\n   <i>PIK3CA</i>\n   )', 'kinase p110α (PIK3CA)'],
    ['square ones', 'of [\n <i>x</i>\n ] here', 'of [x] here'],
    ['before a comma, a stop, a colon, a semicolon', 'a\n, b\n. c\n : d\n; e', 'a, b. c: d; e'],
    ['blanks without a line break stay', 'a ( b ) , c', 'a ( b ) , c'],
    ['other line breaks are blanks', 'the\n <i>x</i>\n gene', 'the x gene'],
    ['a formula against a short word', 'Endpoints in<mml:math><mml:mi>T</mml:mi></mml:math>-spaces', 'Endpoints in T-spaces'],
    ['at the start', 'of<math><mi>T</mi></math>', 'of T'],
    ['against a long word', 'two-valued<mml:math><mml:mi>T</mml:mi></mml:math>', 'two-valued T'],
    ['against a letter', 'x<mml:math><mml:mi>T</mml:mi></mml:math>', 'xT'],
    ['against two letters of a symbol', 'TiNb<mml:math><mml:mn>2</mml:mn></mml:math>', 'TiNb2'],
    ['a word against a formula', '<mml:math><mml:mi>T</mml:mi></mml:math>and', 'T and'],
    ['… without a prefix', '<math><mi>T</mi></math>and', 'T and'],
    ['twice', 'a (\n b (\n c in<math><mi>x</mi></math>and of<math><mi>y</mi></math>and', 'a (b (c in x and of y and'],
    ['"nth" stays one', '<mml:math><mml:mi>n</mml:mi></mml:math>th order', 'nth order'],
    ['"mathematics" is no formula', 'in<mathematics>', 'in<mathematics>'],
  ])('%s', (_, text, expected) => {
    expect(cleanLine(depositedText(text))).toBe(expected)
  })
})

describe('jatsAbstract', () => {
  test.each([
    ['plain text', 'We asked.', 'We asked.'],
    ['the title "Abstract" goes', '<jats:title>Abstract</jats:title><jats:p>We asked.</jats:p>', 'We asked.'],
    ['in capitals, with a colon', '<jats:title>ABSTRACT:</jats:title>\n <jats:p>We asked.</jats:p>', 'We asked.'],
    ['without a prefix', '<title>Abstract</title><p>We asked.</p><p>Why?</p>', 'We asked.\nWhy?'],
    ['an empty title', '<jats:title/><jats:title> </jats:title><jats:p>We asked.</jats:p>', 'We asked.'],
    [
      'sections',
      '<jats:sec>\n<jats:title>Background</jats:title>\n<jats:p>Why.</jats:p>\n</jats:sec><jats:sec id="a"><jats:title>Results:</jats:title><jats:p>So.</jats:p><jats:p>Also.</jats:p></jats:sec>',
      'Background: Why.\nResults: So.\nAlso.',
    ],
    ['a section without a paragraph of its own', '<jats:sec><jats:title>Aim.</jats:title>Why</jats:sec>', 'Aim: Why'],
    [
      'a block before the abstract stays before it',
      '<jats:title>Significance</jats:title><jats:p>It matters.</jats:p><jats:title>Abstract</jats:title><jats:p>We asked.</jats:p>',
      'Significance: It matters.\nWe asked.',
    ],
    [
      'attributes',
      '<jats:title id="a">Aim</jats:title><jats:p xml:lang="en">Why</jats:p><title id="b">End</title >\n<p class="c">So</p>',
      'Aim: Why\nEnd: So',
    ],
    [
      'a section of sections',
      '<jats:title>Methods</jats:title><jats:sec><jats:title>Design</jats:title><jats:p>x</jats:p></jats:sec>',
      'Methods:\nDesign: x',
    ],
    ['a title with blanks before its colon', '<title>Aim .: </title><p>Why</p>', 'Aim: Why'],
    [
      'titles with "abstract" in them',
      '<title>Graphical abstract</title><p>x</p><title>Abstracts</title><p>y</p>',
      'Graphical abstract: x\nAbstracts: y',
    ],
    ['a second paragraph after a label', '<title>Aim</title><p>x</p><p>y</p>', 'Aim: x\ny'],
    ['markup in a title', '<jats:title>Aims &amp; <jats:italic>scope</jats:italic></jats:title><jats:p>Why</jats:p>', 'Aims & scope: Why'],
    ['all of it escaped', '&lt;jats:title&gt;Aim&lt;/jats:title&gt;&lt;jats:p&gt;p &amp;lt; 0.05&lt;/jats:p&gt;', 'Aim: p < 0.05'],
    [
      'escaped inside a paragraph',
      '<jats:p>&lt;p&gt;One &lt;em&gt;two&lt;/em&gt;&lt;/p&gt;&lt;p&gt;Three&lt;/p&gt;</jats:p>',
      'One two\nThree',
    ],
    ['"abstract" in the text itself', '<jats:p>Abstract: We asked.</jats:p>', 'We asked.'],
    ['… with a dash', 'ABSTRACT—We asked.', 'We asked.'],
    ['… on its own line', '<p>Abstract</p><p>We asked.</p>', 'We asked.'],
    ['"abstract" later in the text', 'We read the abstract: it is short.', 'We read the abstract: it is short.'],
    ['a sentence that begins so', 'Abstract interpretation is sound.', 'Abstract interpretation is sound.'],
    ['less than', '<jats:p>n &lt; 5 and p&lt;0.05</jats:p>', 'n < 5 and p<0.05'],
    ['indented brackets', '<jats:p>p110α (\n <jats:italic>X</jats:italic>\n ) acts</jats:p>', 'p110α (X) acts'],
    ['nothing', '<jats:p/>', ''],
  ])('%s', (_, abstract, expected) => {
    expect(jatsAbstract(abstract).split('\n\n')).toEqual(expected.split('\n'))
  })
})
