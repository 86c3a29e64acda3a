import { describe, expect, test } from 'vitest'
import { elementsAt, xmlBody } from '../answers/xml-body.ts'
import { pubmedNotices } from './pubmed-notices.ts'

function noticesIn(list: string): unknown {
  using document = xmlBody(`<MedlineCitation><CommentsCorrectionsList>${list}</CommentsCorrectionsList></MedlineCitation>`)
  const [citation] = document === null ? [] : elementsAt(document, '/MedlineCitation')
  return citation === undefined ? null : pubmedNotices(citation)
}

const entry = (type: string, source = 'Nature. 2020 Mar;5(2):1. doi: 10.1038/N1.', pmid = '<PMID Version="1">123</PMID>') =>
  `<CommentsCorrections RefType="${type}"><RefSource>${source}</RefSource>${pmid}</CommentsCorrections>`

describe('pubmedNotices', () => {
  test.each([
    ['RetractionIn', 'retraction', 'by'],
    ['RetractionOf', 'retraction', 'of'],
    ['PartialRetractionIn', 'expression-of-concern', 'by'],
    ['PartialRetractionOf', 'expression-of-concern', 'of'],
    ['ExpressionOfConcernIn', 'expression-of-concern', 'by'],
    ['ExpressionOfConcernFor', 'expression-of-concern', 'of'],
    ['ErratumIn', 'erratum', 'by'],
    ['ErratumFor', 'erratum', 'of'],
    ['CommentIn', 'reply', 'by'],
    ['CommentOn', 'reply', 'of'],
  ])('%s is %s %s', (type, kind, direction) => {
    expect(noticesIn(entry(type))).toEqual([{ kind, direction, doi: '10.1038/n1', pmid: '123', from: `pubmed ${type}` }])
  })
  test.each(['Cites', 'UpdateIn', 'UpdateOf', 'RepublishedIn', 'RepublishedFrom', 'OriginalReportIn', 'SummaryForPatientsIn', ''])(
    '%j is none',
    (type) => {
      expect(noticesIn(entry(type))).toEqual([])
    },
  )
  test('one that names nothing is kept all the same', () => {
    expect(noticesIn(`${entry('ErratumIn', 'Nature. 2020', '')}<CommentsCorrections RefType="RetractionIn"/>`)).toStrictEqual([
      { kind: 'erratum', direction: 'by', from: 'pubmed ErratumIn' },
      { kind: 'retraction', direction: 'by', from: 'pubmed RetractionIn' },
    ])
  })
  test('without a list there are none', () => {
    expect(noticesIn('')).toEqual([])
  })
})
