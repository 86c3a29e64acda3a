import { expect, it } from 'vitest'
import { Descriptions } from './descriptions.ts'
import { givenRecord } from './fixtures/given-record.ts'
import { profilesOf } from './profile.ts'

const firsts = (given: readonly Parameters<typeof givenRecord>[0][], marked: readonly string[] = []) => {
  const profiles = profilesOf(given.map((record) => givenRecord(record)))
  const descriptions = new Descriptions()
  const taken = profiles.map((_, position) =>
    descriptions.take(profiles, position, ({ record }) => (marked.includes(record.recordId) ? record.recordId : '')),
  )
  expect(profiles.map((_, position) => descriptions.firstOf(position))).toEqual(taken)
  return { taken, members: taken.map((first) => descriptions.members(first)) }
}

it('what linkage does not look at makes no other description, what it looks at does', () => {
  const { taken, members } = firsts([
    { recordId: 'a', title: 'Reef' },
    { recordId: 'b', title: 'Kelp' },
    { recordId: 'c', title: 'reef.', abstract: 'Of reefs.' },
    { recordId: 'd', title: 'Reef', year: 2020 },
    { recordId: 'e', title: 'Reef' },
  ])
  expect(taken).toEqual([0, 1, 0, 3, 0])
  expect(members).toEqual([[0, 2, 4], [1], [0, 2, 4], [3], [0, 2, 4]])
})

it('tells apart what is alike at the first look', () => {
  const authors = [['Osei, K'], ['Dahl, B'], ['Osei, K'], ['Ek, C'], ['Dahl, B'], ['Osei, K']]
  const { taken, members } = firsts(authors.map((own) => ({ title: 'Reef', authors: own })))
  expect(taken).toEqual([0, 1, 0, 3, 1, 0])
  expect(members.slice(0, 2)).toEqual([
    [0, 2, 5],
    [1, 4],
  ])
})

it('a mark keeps a record apart', () => {
  const given = ['a', 'b', 'c'].map((recordId) => ({ recordId, title: 'Reef' }))
  expect(firsts(given, ['b']).taken).toEqual([0, 1, 0])
})
