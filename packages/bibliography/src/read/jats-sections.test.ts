import { expect, test } from 'vitest'
import { type JatsParts, readParts } from '../fixtures/jats-article.ts'

const outline = (parts: JatsParts) =>
  readParts(parts).fullText.sections.map(({ heading, level, text }) => `${'#'.repeat(level)} ${heading}: ${text.replaceAll('\n', '|')}`)

test.each<[name: string, parts: JatsParts, outline: string[]]>([
  [
    'nested, in their order',
    {
      body: '<sec><title>A</title><p>a</p><sec><title>B</title><p>b</p><sec><title>C</title></sec></sec><sec><title>D</title></sec></sec><sec><title>E</title></sec>',
    },
    ['# A: a', '## B: b', '### C: ', '## D: ', '# E: '],
  ],
  [
    'text behind a subsection is the section’s own',
    { body: '<sec><title>A</title><p>a</p><sec><title>B</title></sec><p>c</p></sec>' },
    ['# A: a|c', '## B: '],
  ],
  ['without a title', { body: '<sec><p>a</p></sec>' }, ['# : a']],
  ['the label of a section is no part of its title', { body: '<sec><label>1</label><title>A</title><p>a</p></sec>' }, ['# A: a']],
  ['a label is no title', { body: '<sec><label>1</label><p>a</p></sec>' }, ['# : a']],
  [
    'titles are one line without markup and footnotes',
    {
      body: '<sec><title>The <italic>A</italic>\n of<break/>B<xref ref-type="fn" rid="f">*</xref><fn><p>n</p></fn> (<xref ref-type="fig">1</xref>)</title></sec>',
    },
    ['# The A of B (1): '],
  ],
  ['text outside of sections', { body: '<p>a</p><p>b</p><sec><title>A</title></sec><p>c</p>' }, ['# : a|b', '# A: ', '# : c']],
  ['nothing outside of sections', { body: '<sec><title>A</title></sec><fig><graphic/></fig>' }, ['# A: ']],
  ['a body without sections', { body: '<p>a</p>' }, ['# : a']],
  [
    'sections in a box of the body',
    { body: '<p>o</p><boxed-text><p>a</p><sec><title>A</title><p>b</p></sec></boxed-text>' },
    ['# : o|a', '# A: b'],
  ],
  [
    'sections in a box of a section',
    { body: '<sec><title>A</title><boxed-text><p>a</p><sec><title>B</title><p>b</p></sec></boxed-text><p>c</p></sec>' },
    ['# A: a|c', '## B: b'],
  ],
  [
    'appendices',
    {
      body: '<sec><title>A</title></sec>',
      back: '<app-group><app><title>App</title><p>a</p><sec><title>B</title></sec></app><app><label>Two</label><p>b</p></app></app-group>',
    },
    ['# A: ', '# App: a', '## B: ', '# Two: b'],
  ],
  [
    'sections of the back matter',
    {
      back: '<ack><p>thanks</p><sec><title>Funding</title><p>f</p></sec></ack><sec><title>Data</title><p>d</p></sec><notes><sec><title>N</title></sec></notes>',
    },
    ['# : x', '# Funding: f', '# Data: d', '# N: '],
  ],
  ['the back matter’s own text is not read', { back: '<ack><title>T</title><p>thanks</p></ack><glossary><p>g</p></glossary>' }, ['# : x']],
  [
    'sections of translations, responses and abstracts are others',
    {
      metadata: '<abstract><sec><title>Aim</title><p>a</p></sec></abstract>',
      after:
        '<sub-article><body><sec><title>T</title></sec></body></sub-article><response><body><sec><title>R</title></sec></body></response>',
    },
    ['# : x'],
  ],
])('sections: %s', (_, parts, expected) => {
  expect(outline(parts)).toEqual(expected)
})

const floats =
  '<floats-group><fig id="f1"><label>Figure 1</label><caption><p>One</p></caption></fig><table-wrap id="t1"><label>Table 1</label></table-wrap><fig id="f2"><graphic/></fig><fig><label>no id</label></fig></floats-group>'
test.each<[name: string, body: string, outline: string[]]>([
  [
    'the section that refers to it first',
    '<sec><title>A</title><p>see <xref rid="f1">Fig</xref></p></sec><sec><title>B</title><p>see <xref rid="f1 t1">both</xref></p></sec>',
    ['# A: see Fig|Figure 1 One', '# B: see both|Table 1'],
  ],
  [
    'the innermost',
    '<sec><title>A</title><sec><title>B</title><p><xref rid="f1">F</xref></p></sec></sec>',
    ['# A: ', '## B: F|Figure 1 One'],
  ],
  ['nowhere, when nobody refers to it', '<sec><title>A</title><p>a</p></sec>', ['# A: a']],
  ['nowhere, when it has none', '<sec><title>A</title><p><xref rid="f2">F</xref></p></sec>', ['# A: F']],
])('the caption of a figure at the end of the file goes to %s', (_, body, expected) => {
  expect(outline({ body, after: floats })).toEqual(expected)
})
