import { describe, expect, test } from 'vitest'
import { deduplicate, mergedDocument } from './deduplicated.ts'
import { ferryRecords, givenLibrary, givenRecord } from './fixtures/given-library.ts'

const ferry = deduplicate(givenLibrary(ferryRecords))
const clusterOf = (id: string, result = ferry) => {
  const cluster = result.clusters.find(({ recordIds }) => recordIds.includes(id))
  if (cluster === undefined) throw new Error(`no cluster of ${id}`)
  return cluster
}

describe('deduplicate', () => {
  test('every record stands in one cluster; the erratum is linked to the document, not merged', () => {
    expect(ferry.clusters.map(({ recordIds }) => recordIds.join('+'))).toEqual(['a+b+p', 'e', 'z1'])
    expect(ferry.linked).toEqual([{ text: 'e', work: 'a', kind: 'erratum' }])
    expect(ferry.containers).toEqual([])
  })

  test('without a text about another nothing is linked', () => {
    expect(deduplicate(givenLibrary([givenRecord('x', { title: 'Reef growth under lamps' })])).linked).toEqual([])
  })

  test('a work without a duplicate is linked under its own id', () => {
    const work = givenRecord('w', { title: 'Reef growth under strong lamps', authors: ['Dahl'], year: 2018 })
    const notice = givenRecord('n', { title: 'Erratum: Reef growth under strong lamps', authors: ['Dahl'], year: 2019 })
    expect(deduplicate(givenLibrary([notice, work])).linked).toEqual([{ text: 'n', work: 'w', kind: 'erratum' }])
  })

  test('DOIs that are a book’s', () => {
    const ids = { doi: '10.5555/book' }
    const chapters = [
      givenRecord('a', { ids, title: 'Introduction', pages: '1-4', authors: ['Hale'] }),
      givenRecord('b', { ids, title: 'Spike trains as event sequences', pages: '5-9', authors: ['Novak'] }),
    ]
    expect(deduplicate(givenLibrary(chapters)).containers).toEqual(['10.5555/book'])
  })
})

describe('mergedDocument', () => {
  test('the best record’s fields, the others’ where it has none, each with its origin', () => {
    const { record, mergedIds, fieldsFrom, otherIds } = mergedDocument(clusterOf('b'))
    expect(record).toMatchObject({
      recordId: 'a',
      type: 'article',
      venue: 'Sleep Tests',
      volume: '4',
      abstract: 'Crews slept badly. We asked all of them.',
      ids: { doi: '10.5555/sleep.4', pmid: '7' },
    })
    expect(mergedIds).toEqual(['a', 'b', 'p'])
    expect(fieldsFrom).toEqual([
      { id: 'a', fields: ['type', 'title', 'authors', 'year', 'venue', 'volume', 'issue', 'pages', 'doi'] },
      { id: 'b', fields: ['abstract', 'pmid'] },
    ])
    expect(otherIds).toEqual(['doi:10.5555/pre.1'])
  })

  test('a document of one record says nothing of origins', () => {
    expect(mergedDocument(clusterOf('z1'))).toMatchObject({ mergedIds: ['z1'], fieldsFrom: [], otherIds: [] })
  })
})
