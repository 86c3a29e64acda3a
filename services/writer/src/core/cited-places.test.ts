import type { ReportContent } from '@winnow/contracts/entities/report.ts'
import { describe, expect, test } from 'vitest'
import { item } from '../testing/built-run.ts'
import { citedDocuments, citedPlaces, withSentences } from './cited-places.ts'

const sentence = (text: string, ...ids: string[]) => ({
  text,
  citations: [...new Set(ids.map((id) => id.split('.')[0] ?? ''))],
  evidence: ids,
})
const content: ReportContent = {
  title: 'T',
  summary: [sentence('a', 'D2.e1'), sentence('b')],
  sections: [
    {
      heading: 'H',
      subquestionIds: ['RQ1'],
      paragraphs: [[sentence('c', 'D10.e1', 'D2.e2')], [sentence('d', 'D3.e1'), sentence('e', 'D2.e1')]],
    },
    { heading: 'I', subquestionIds: ['RQ1'], paragraphs: [[sentence('f', 'D2.e1')]] },
  ],
  notEstablished: [],
  contradictions: [{ note: 'n', citations: ['D4', 'D2'] }],
  removedCitations: 0,
  mode: 'model',
}

describe('citedPlaces', () => {
  test('the cited sentences in reading order, with the evidence of their documents, what is behind them first', () => {
    const usable = [item('D2.e1'), item('D2.e2'), item('D5.e1'), item('D10.e1'), item('D10.e2')]
    const places = citedPlaces(content, usable)
    expect(
      places.map(({ place, sentence: { text }, evidence }) => [place, text, evidence.map((entry) => entry.evidenceId).join()]),
    ).toEqual([
      [0, 'a', 'D2.e1,D2.e2'],
      [2, 'c', 'D2.e2,D10.e1,D2.e1,D10.e2'],
      [3, 'd', ''],
      [4, 'e', 'D2.e1,D2.e2'],
      [5, 'f', 'D2.e1,D2.e2'],
    ])
  })
})

describe('withSentences', () => {
  test('replaces by place and leaves the rest', () => {
    const places = citedPlaces(content, [])
    const replaced = withSentences(
      content,
      new Map(places.map(({ place, sentence: was }) => [place, { ...was, text: was.text.toUpperCase() }])),
    )
    expect(replaced.summary.map(({ text }) => text)).toEqual(['A', 'b'])
    expect(replaced.sections.map((section) => section.paragraphs.map((paragraph) => paragraph.map(({ text }) => text)))).toEqual([
      [['C'], ['D', 'E']],
      [['F']],
    ])
    expect(withSentences(content, new Map())).toEqual(content)
  })
})

describe('citedDocuments', () => {
  test('of sentences and contradictions, each once, by number', () => {
    expect(citedDocuments(content)).toEqual(['D2', 'D3', 'D4', 'D10'])
  })
})
