import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { item } from '../testing/built-run.ts'
import type { ReportInput, StandingAnswer } from './report-input.ts'
import {
  assemble,
  listedSection,
  outlineOf,
  outlineReply,
  sectionReply,
  wholeReport,
  wholeReportReply,
  writtenSection,
} from './report-reply.ts'

const passed = [item('D1.e1'), item('D2.e1'), item('D3.e1', { subquestionId: 'RQ2' })]
const cited = (text: string, ...evidence: string[]) => ({ text, evidence })
const standing = (subquestionId: string, id: string): StandingAnswer => ({
  subquestionId,
  subquestion: `Does ${subquestionId} hold?`,
  sentences: [{ text: `Answer ${subquestionId}.`, citations: [id.split('.')[0] ?? ''], evidence: [id] }],
  notEstablished: [`Open in ${subquestionId}.`],
  contradictions: [],
  byModel: true,
})
const input: ReportInput = {
  question: 'What helps?',
  answers: [standing('RQ1', 'D1.e1'), standing('RQ2', 'D3.e1')],
  passed,
  unanswered: [],
  documents: { found: 3, relevant: 3, read: 3 },
  operations: { total: 3, unanswered: 0 },
}
const paragraph = (...sentences: { text: string; evidence: string[] }[]) => ({ sentences })
const whole = {
  title: '# What is known [D1]',
  summary: [cited('In short.', 'D1.e1')],
  sections: [
    {
      heading: '## Effects',
      paragraphs: [paragraph(cited('It rose.', 'D1.e1'), cited('It fell.', 'D3.e1')), paragraph(cited('So it is.', 'D2.e1'))],
    },
  ],
}
const said = (text: string, ...ids: string[]) => ({ text, citations: ids.map((id) => id.split('.')[0]), evidence: ids })

describe('wholeReport', () => {
  test('a report by the model alone', () => {
    expect(wholeReport(whole, input)).toEqual({
      title: 'What is known',
      summary: [said('In short.', 'D1.e1')],
      sections: [
        {
          heading: 'Effects',
          subquestionIds: ['RQ1', 'RQ2'],
          paragraphs: [[said('It rose.', 'D1.e1'), said('It fell.', 'D3.e1')], [said('So it is.', 'D2.e1')]],
        },
      ],
      notEstablished: ['Open in RQ1.', 'Open in RQ2.'],
      contradictions: [],
      removedCitations: 0,
      mode: 'model',
    })
  })
  test('an answered subquestion that no section speaks of gets the template’s section', () => {
    const report = wholeReport({ ...whole, sections: [{ heading: 'Effects', paragraphs: [paragraph(cited('It rose.', 'D1.e1'))] }] }, input)
    expect(report).toMatchObject({
      mode: 'mixed',
      sections: [{ heading: 'Effects' }, { heading: 'Does RQ2 hold?', paragraphs: [[{ text: 'Answer RQ2.' }]] }],
    })
    expect(report?.sections).toHaveLength(2)
  })
  test('a summary without a cited sentence is the template’s', () => {
    expect(wholeReport({ ...whole, summary: [cited('In short.', 'D9')] }, input)).toMatchObject({
      mode: 'mixed',
      summary: [{ text: 'Answer RQ1.' }, { text: 'Answer RQ2.' }],
      removedCitations: 1,
    })
  })
  test('an empty title is the question', () => {
    expect(wholeReport({ ...whole, title: ' ' }, input)?.title).toBe('What helps?')
  })
  test('what names nothing passed is removed everywhere and counted; paragraphs and sections left empty go', () => {
    const report = wholeReport(
      {
        title: 'T',
        summary: [cited('In short.', 'D1.e1', 'D7.e1')],
        sections: [
          { heading: 'Nothing', paragraphs: [paragraph(cited('Costs doubled.', 'D8.e1'))] },
          {
            heading: 'Effects',
            paragraphs: [paragraph(cited('Costs doubled.', 'D8.e1', 'D9')), paragraph(cited('Both.', 'D1', 'D3', 'D11'))],
          },
        ],
      },
      input,
    )
    expect(report).toMatchObject({
      removedCitations: 5,
      mode: 'model',
      sections: [{ heading: 'Effects', paragraphs: [[{ text: 'Both.', citations: ['D1', 'D3'] }]] }],
    })
    expect(report?.sections).toHaveLength(1)
    expect(report?.sections[0]?.paragraphs).toHaveLength(1)
  })
  test('no section with a cited sentence is no report', () => {
    expect(
      wholeReport({ ...whole, sections: [{ heading: 'Effects', paragraphs: [paragraph(cited('It rose.', 'D9'))] }] }, input),
    ).toBeNull()
    expect(wholeReport({ ...whole, sections: [] }, input)).toBeNull()
    expect(wholeReport({ ...whole, sections: [{ heading: ' ', paragraphs: [paragraph(cited('It rose.', 'D1.e1'))] }] }, input)).toBeNull()
  })
})

describe('outlineOf', () => {
  const outline = {
    title: 'T',
    summary: [cited('In short.', 'D1.e1', 'D6')],
    sections: [{ heading: '# Effects [D1]', evidence: ['D3.e1', 'D1', 'D9'] }],
  }
  test('what each section is written from', () => {
    const read = outlineOf(outline, input)
    expect(read).toMatchObject({ title: 'T', summary: [said('In short.', 'D1.e1')], removed: 2 })
    expect(read?.sections.map(({ heading, evidence }) => [heading, evidence.map((entry) => entry.evidenceId)])).toEqual([
      ['Effects', ['D1.e1', 'D3.e1']],
    ])
  })
  const empty = [
    { name: 'a section of nothing passed', section: { heading: 'Costs', evidence: ['D9'] } },
    { name: 'a section without a heading', section: { heading: '', evidence: ['D1'] } },
  ]
  test.each(empty)('$name is dropped, alone it is no outline', ({ section }) => {
    expect(outlineOf({ ...outline, sections: [section, ...outline.sections] }, input)?.sections).toHaveLength(1)
    expect(outlineOf({ ...outline, sections: [section] }, input)).toBeNull()
  })
})

describe('sections of a longer report', () => {
  const rows = [
    {
      name: 'is written',
      paragraphs: [paragraph(cited('It rose.', 'D1.e1'))],
      section: { heading: 'Effects', subquestionIds: ['RQ1'], paragraphs: [[said('It rose.', 'D1.e1')]] },
      removed: 0,
    },
    { name: 'cites nothing that was not passed for it', paragraphs: [paragraph(cited('It fell.', 'D3.e1'))], section: null, removed: 1 },
    { name: 'without paragraphs is none', paragraphs: [], section: null, removed: 0 },
  ]
  test.each(rows)('a section $name', ({ paragraphs, section, removed }) => {
    expect(writtenSection('Effects', paragraphs, passed.slice(0, 2))).toEqual({ section, removed })
  })
  test('one that was not written lists its claims', () => {
    expect(listedSection('Effects', passed.slice(1))).toEqual({
      heading: 'Effects',
      subquestionIds: ['RQ1', 'RQ2'],
      paragraphs: [[said('Finding D2 e1 holds.', 'D2.e1'), said('Finding D3 e1 holds.', 'D3.e1')]],
    })
  })
  const modes = [
    { name: 'all of the model', templated: false, summary: [said('In short.', 'D1.e1')], mode: 'model' },
    { name: 'a section by template', templated: true, summary: [said('In short.', 'D1.e1')], mode: 'mixed' },
    { name: 'a summary by template', templated: false, summary: [], mode: 'mixed' },
  ]
  test.each(modes)('mode: $name', ({ templated, summary, mode }) => {
    const sections = [{ heading: 'Effects', subquestionIds: ['RQ1', 'RQ2'], paragraphs: [] }]
    const opening = { title: 'T', summary } as Parameters<typeof assemble>[1]
    expect(assemble(input, opening, { sections, removed: 3, templated })).toMatchObject({ mode, removedCitations: 3, title: 'T' })
  })
})

describe('reply schemas', () => {
  const many = (count: number) => Array.from({ length: count }, () => cited('x'))
  const rows = [
    { name: 'whole report', schema: wholeReportReply, value: whole, ok: true },
    { name: 'a summary of 15', schema: wholeReportReply, value: { ...whole, summary: many(15) }, ok: true },
    { name: 'a summary of 16', schema: wholeReportReply, value: { ...whole, summary: many(16) }, ok: false },
    { name: 'a title of 300 signs', schema: wholeReportReply, value: { ...whole, title: 'x'.repeat(300) }, ok: true },
    { name: 'a title of 301 signs', schema: wholeReportReply, value: { ...whole, title: 'x'.repeat(301) }, ok: false },
    {
      name: '20 sections',
      schema: outlineReply,
      value: { ...whole, sections: Array.from({ length: 20 }, () => ({ heading: 'x', evidence: [] })) },
      ok: true,
    },
    {
      name: '21 sections',
      schema: outlineReply,
      value: { ...whole, sections: Array.from({ length: 21 }, () => ({ heading: 'x', evidence: [] })) },
      ok: false,
    },
    {
      name: '20 paragraphs of 40',
      schema: sectionReply,
      value: { paragraphs: Array.from({ length: 20 }, () => paragraph(...many(40))) },
      ok: true,
    },
    { name: '21 paragraphs', schema: sectionReply, value: { paragraphs: Array.from({ length: 21 }, () => paragraph()) }, ok: false },
    { name: 'a paragraph of 41', schema: sectionReply, value: { paragraphs: [paragraph(...many(41))] }, ok: false },
  ]
  test.each(rows)('$name', ({ schema, value, ok }) => {
    expect(schema.safeParse(value).success).toBe(ok)
  })
})

describe('whatever a writer sends', () => {
  const id = fc.oneof(fc.constantFrom('D1', 'D1.e1', 'D3.e1', 'D2, D3', 'D9.e1'), fc.string({ maxLength: 10 }))
  const sentence = fc.record({ text: fc.string({ maxLength: 40 }), evidence: fc.array(id, { maxLength: 4 }) })
  const reply = fc.record({
    title: fc.string({ maxLength: 20 }),
    summary: fc.array(sentence, { maxLength: 3 }),
    sections: fc.array(
      fc.record({
        heading: fc.string({ maxLength: 20 }),
        paragraphs: fc.array(fc.record({ sentences: fc.array(sentence, { maxLength: 4 }) }), { maxLength: 3 }),
      }),
      { maxLength: 4 },
    ),
  })
  test('no sentence of the report cites a document outside of what was passed', () => {
    fc.assert(
      fc.property(reply, (given) => {
        const report = wholeReport(given, input)
        const sentences = report === null ? [] : [...report.summary, ...report.sections.flatMap((section) => section.paragraphs.flat())]
        for (const { citations, evidence } of sentences) {
          expect(citations.length).toBeGreaterThan(0)
          expect(citations.every((citation) => ['D1', 'D2', 'D3'].includes(citation))).toBe(true)
          expect(evidence.every((evidenceId) => passed.some((entry) => entry.evidenceId === evidenceId))).toBe(true)
        }
        if (report !== null) expect(new Set(report.sections.flatMap((section) => section.subquestionIds))).toEqual(new Set(['RQ1', 'RQ2']))
      }),
    )
  })
})
