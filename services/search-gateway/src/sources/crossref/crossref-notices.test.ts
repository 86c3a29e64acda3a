import { describe, expect, test } from 'vitest'
import { crossrefNotices, saysRetracted } from './crossref-notices.ts'

const own = '10.5555/own'
const by = (type: string, doi = '10.5555/notice') => ({ DOI: own, 'updated-by': [{ type, DOI: doi, label: 'x', source: 'publisher' }] })

describe('crossrefNotices', () => {
  test.each([
    ['retraction', 'retraction', true],
    ['Retraction', 'retraction', true],
    ['withdrawal', 'withdrawal', true],
    ['removal', 'withdrawal', true],
    ['partial_retraction', 'expression-of-concern', false],
    ['expression_of_concern', 'expression-of-concern', false],
    ['expression-of-concern', 'expression-of-concern', false],
    ['Expression of concern', 'expression-of-concern', false],
    ['concern', 'expression-of-concern', false],
    ['correction', 'correction', false],
    ['corrigendum', 'correction', false],
    ['addendum', 'correction', false],
    ['clarification', 'correction', false],
    ['erratum', 'erratum', false],
  ])('%s is %s', (type, kind, retracted) => {
    const notices = crossrefNotices(by(type))
    expect(notices).toEqual([{ kind, direction: 'by', doi: '10.5555/notice', from: 'crossref updated-by' }])
    expect(saysRetracted(notices)).toBe(retracted)
  })
  test.each(['new_version', 'new_edition', 'something else', ''])('%j is none', (type) => {
    expect(crossrefNotices(by(type))).toEqual([])
  })
  test('a notice of another work, which is not retracted itself', () => {
    const notices = crossrefNotices({ DOI: own, 'update-to': [{ type: 'retraction', DOI: '10.5555/WORK' }] })
    expect(notices).toEqual([{ kind: 'retraction', direction: 'of', doi: '10.5555/work', from: 'crossref update-to' }])
    expect(saysRetracted(notices)).toBe(false)
  })
  test('without a DOI', () => {
    const update = { type: 'expression_of_concern' }
    expect(crossrefNotices({ 'updated-by': [update] })).toStrictEqual([
      { kind: 'expression-of-concern', direction: 'by', from: 'crossref updated-by' },
    ])
  })
  test('retracted is what one of several notices says', () => {
    const notices = crossrefNotices({ ...by('retraction'), 'update-to': [{ type: 'erratum', DOI: '10.5555/w' }] })
    expect(notices).toHaveLength(2)
    expect(saysRetracted(notices)).toBe(true)
  })
  test('twice, from the publisher and from Retraction Watch, is once', () => {
    const updates = ['publisher', 'retraction-watch'].map((source) => ({ type: 'retraction', DOI: '10.5555/n', source }))
    expect(crossrefNotices({ DOI: own, 'updated-by': updates })).toHaveLength(1)
  })
  describe('a work that updates itself', () => {
    test.each(['correction', 'erratum', 'expression_of_concern', 'new_version'])('by a %s has no notice', (type) => {
      expect(crossrefNotices({ ...by(type, own.toUpperCase()), 'update-to': [{ type, DOI: own }] })).toEqual([])
    })
    test.each([
      ['retraction', 'retraction'],
      ['withdrawal', 'withdrawal'],
    ])('by its %s, which took its place, is the subject of it and no notice', (type, kind) => {
      expect(crossrefNotices({ ...by(type, own), 'update-to': [{ type, DOI: own }] })).toEqual([
        { kind, direction: 'by', doi: own, from: 'crossref updated-by' },
      ])
    })
  })
  test('what is no list is none', () => {
    expect(crossrefNotices({ DOI: own, 'updated-by': null, 'update-to': 'x' })).toEqual([])
    expect(crossrefNotices(null)).toEqual([])
    expect(crossrefNotices({ 'updated-by': [null, 'x', { DOI: '10.5555/n' }] })).toEqual([])
  })
})
