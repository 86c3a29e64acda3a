import { expect, test } from 'vitest'
import { readParts } from '../fixtures/jats-article.ts'

const textOf = (body: string) => readParts({ body: `<sec>${body}</sec>` }).fullText.sections[0]?.text
const formula = (content: string) => `<p>where <inline-formula>${content}</inline-formula> holds</p>`
const mathml = '<mml:math><mml:mi>p</mml:mi><mml:mo>&lt;</mml:mo><mml:mn>0.05</mml:mn></mml:math>'
const tex = '<tex-math>\\documentclass{x}\n\\begin{document}$$ p  \n&lt; 0.05 $$\\end{document}</tex-math>'

test.each<[name: string, body: string, text: string]>([
  ['inline markup goes', '<p>H<sub>2</sub>O and <italic>in <bold>vitro</bold></italic></p>', 'H2O and in vitro'],
  ['white space is one space', '<p>a\n   b\u00A0c</p>', 'a b c'],
  ['paragraphs are lines', '<p>a</p><p>b</p>', 'a\nb'],
  ['raw text', '<p><![CDATA[a <b> &amp; c]]></p>', 'a <b> &amp; c'],
  ['comments and instructions', '<p>a<!-- b --><?c d?>e</p>', 'ae'],
  ['instructions in raw text', '<p><![CDATA[a<?b?>]]></p>', 'a<?b?>'],
  ['line breaks', '<p>a<break/>b</p>', 'a b'],
  ['numbers of references stay', '<p>as shown [<xref ref-type="bibr" rid="B1">1</xref>,<xref rid="B2">2</xref>].</p>', 'as shown [1,2].'],
  ['a raised reference after a number', '<p>of 0.85<sup><xref rid="B1">12</xref></sup>.</p>', 'of 0.85 12.'],
  ['a raised reference the other way round', '<p>of 0.85<xref rid="B1"><sup>12</sup></xref>.</p>', 'of 0.85 12.'],
  ['a raised reference behind markup', '<p><bold>0.85</bold><sup><xref rid="B1">12</xref></sup></p>', '0.85 12'],
  ['a raised reference inside of markup', '<p>0.85<italic><sup>2</sup></italic></p>', '0.85^2'],
  ['a raised reference after a word', '<p>drugs<sup><xref rid="B1">12</xref></sup></p>', 'drugs12'],
  ['powers', '<p>10<sup>3</sup> m<sup>2</sup></p>', '10^3 m2'],
  [
    'a figure is its caption',
    '<fig><label>Figure 1</label><caption><title>Survival.</title><p>By group.</p></caption><graphic/></fig>',
    'Figure 1 Survival. By group.',
  ],
  [
    'a table is its caption',
    '<table-wrap><label>Table 1</label><caption><p>Ages</p></caption><table><tr><td>42</td></tr></table><table-wrap-foot><p>n</p></table-wrap-foot></table-wrap>',
    'Table 1 Ages',
  ],
  ['a table in a paragraph stands on its own line', '<p>a <table-wrap><label>T</label></table-wrap> b</p>', 'a\nT\nb'],
  [
    'pictures, their ids and their descriptions',
    '<fig><object-id>x</object-id><caption>C</caption><alt-text>y</alt-text><long-desc>z</long-desc><permissions>w</permissions></fig>',
    'C',
  ],
  ['pictures in a line', '<p>a<inline-graphic>b</inline-graphic><graphic>c</graphic></p>', 'a'],
  ['lists', '<list><list-item><label>1.</label><p>a</p><p>b</p></list-item><list-item><p>c</p></list-item></list>', '1. a b\nc'],
  ['definitions', '<def-list><def-item><term>HR</term><def><p>hazard ratio</p></def></def-item></def-list>', 'HR hazard ratio'],
  ['quotations', '<p>a<disp-quote><p>b</p><attrib>c</attrib></disp-quote>d</p>', 'a\nb\nc\nd'],
  ['quotations without paragraphs', '<disp-quote>b<attrib>c</attrib>d</disp-quote>', 'b\nc\nd'],
  ['lists within a line', '<p>a<list><list-item>b</list-item></list>c</p>', 'a\nb\nc'],
  ['boxes', '<boxed-text><caption><title>Box</title></caption><p>b</p></boxed-text>', 'Box\nb'],
  ['verse', '<verse-group><verse-line>a</verse-line><verse-line>b</verse-line></verse-group>', 'a\nb'],
  [
    'statements, speech, code and preformatted text',
    '<statement>a</statement><speech>b</speech><code>c</code><preformat>d</preformat>',
    'a\nb\nc\nd',
  ],
  [
    'supplements',
    '<supplementary-material><label>S1</label><caption><p>a</p></caption><media><caption><p>b</p></caption></media></supplementary-material>',
    'S1 a b',
  ],
  ['groups of figures', '<fig-group><fig><label>1a</label></fig><fig><label>1b</label></fig></fig-group>', '1a\n1b'],
  [
    'groups of tables',
    '<table-wrap-group><table-wrap><label>1</label></table-wrap><table-wrap><label>2</label></table-wrap></table-wrap-group>',
    '1\n2',
  ],
  ['footnotes stand apart', '<p>a<fn><label>*</label><p>b</p></fn>c</p>', 'a\n* b\nc'],
  ['terms of an index', '<p>a<index-term><term>b</term></index-term></p>', 'a'],
  [
    'references inside of a section are no text of it',
    '<p>a</p><ref-list><title>References</title><ref><mixed-citation>R</mixed-citation></ref></ref-list>',
    'a',
  ],
  ['names', '<p><name><surname>Smith</surname><given-names>Jo</given-names></name></p>', 'Smith Jo'],
  ['names that are written out', '<p><string-name><surname>Smith</surname>, <given-names>Jo</given-names></string-name></p>', 'Smith, Jo'],
])('%s', (_, body, text) => {
  expect(textOf(body)).toBe(text)
})

test.each<[name: string, body: string, text: string]>([
  ['in both notations', formula(`<alternatives>${tex}${mathml}</alternatives>`), 'where p<0.05 holds'],
  ['in both without a frame', formula(`${tex}${mathml}`), 'where p<0.05 holds'],
  ['in TeX alone', formula(tex), 'where p < 0.05 holds'],
  ['in TeX beside a picture', formula(`<alternatives><graphic/>${tex}</alternatives>`), 'where p < 0.05 holds'],
  ['TeX without a document', formula('<tex-math>$x^2$</tex-math>'), 'where x^2 holds'],
  ['in words beside TeX', formula(`p under 5 %${tex}`), 'where p under 5 % holds'],
  ['on its own line, numbered, in TeX', `<p>a<disp-formula><label>(1)</label>${tex}</disp-formula>b</p>`, 'a\n(1) p < 0.05\nb'],
  ['on its own line, numbered, in both', `<p>a<disp-formula><label>(1)</label>${tex}${mathml}</disp-formula>b</p>`, 'a\n(1) p<0.05\nb'],
  [
    'several on their lines',
    `<disp-formula-group><disp-formula>${mathml}</disp-formula><disp-formula>${mathml}</disp-formula></disp-formula-group>`,
    'p<0.05\np<0.05',
  ],
  [
    'fractions and powers',
    formula('<mml:math><mml:mfrac><mml:mn>1</mml:mn><mml:msup><mml:mi>x</mml:mi><mml:mn>2</mml:mn></mml:msup></mml:mfrac></mml:math>'),
    'where 1/(x^2) holds',
  ],
  [
    'other notes of MathML',
    formula(
      '<mml:math><mml:semantics><mml:mi>x</mml:mi><mml:annotation>y</mml:annotation><mml:annotation-xml>z</mml:annotation-xml></mml:semantics></mml:math>',
    ),
    'where x holds',
  ],
  [
    'indices, fences and roots',
    formula(
      '<mml:math><mml:msub><mml:mi>x</mml:mi><mml:mi>i</mml:mi></mml:msub><mml:mfenced><mml:mi>a</mml:mi><mml:mi>b</mml:mi></mml:mfenced><mml:msqrt><mml:mn>2</mml:mn></mml:msqrt></mml:math>',
    ),
    'where x_i(a, b)√2 holds',
  ],
])('a formula %s', (_, body, text) => {
  expect(textOf(body)).toBe(text)
})
