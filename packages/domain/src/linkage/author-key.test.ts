import type { Author } from '@winnow/contracts/entities/record.ts'
import { describe, expect, it } from 'vitest'
import { authorKey, authorKeys, cleanAuthors, firstAuthorKey, sameAuthor, shareAuthor } from './author-key.ts'

const person = (family: string, given?: string): Author => (given === undefined ? { family } : { family, given })
const group = (collective: string): Author => ({ collective })

describe('authorKey', () => {
  it.each([
    { name: 'family and given', author: person('Marek', 'Jan K.'), names: ['marek'], initials: 'jk' },
    { name: 'initials after the surname', author: person('Marek J. K.'), names: ['marek'], initials: 'jk' },
    { name: 'joined initials after the surname', author: person('Marek JK'), names: ['marek'], initials: 'jk' },
    { name: 'initials before the surname', author: person('J. K. Marek'), names: ['marek'], initials: 'jk' },
    { name: 'comma inside the family name', author: person('Marek, J.'), names: ['marek'], initials: 'j' },
    { name: 'a comma with nothing after it', author: person('Marek,'), names: ['marek'], initials: '' },
    { name: 'full name', author: person('Alma Corvey'), names: ['corvey'], initials: 'a' },
    { name: 'surname alone', author: person('Corvey'), names: ['corvey'], initials: '' },
    { name: 'particles are no part of the key', author: person('van der Berg', 'Anna'), names: ['berg'], initials: 'a' },
    { name: 'particle in a full name', author: person('Anna van der Berg'), names: ['berg'], initials: 'a' },
    { name: 'surname split at its particle', author: person('De', 'Sanctis L'), names: ['sanctis'], initials: 'l' },
    { name: 'a surname that is a particle alone', author: person('Di'), names: ['di'], initials: '' },
    { name: 'compound surname', author: person('Romera‐Paredes', 'B.'), names: ['romera', 'paredes'], initials: 'b' },
    { name: 'umlaut', author: person('Müller', 'K'), names: ['muller'], initials: 'k' },
    { name: 'umlaut written out', author: person('Mueller', 'K'), names: ['muller'], initials: 'k' },
    { name: 'apostrophe', author: person('O’Brien', 'E.'), names: ['obrien'], initials: 'e' },
    { name: 'suffix', author: person('Wright Jr.', 'T. C.'), names: ['wright'], initials: 'tc' },
    { name: 'Chinese', author: person('王', '小明'), names: ['王'], initials: '小' },
    { name: 'a group', author: group('Aurora Collaboration'), names: ['aurora'], initials: '' },
    { name: 'a group filed as a family name', author: person('The ASCUS Triage Study Group'), names: ['ascus', 'triage'], initials: '' },
    { name: 'a group split at a comma', author: person('Group', 'ASCUS Triage Study'), names: ['ascus', 'triage'], initials: '' },
    { name: 'a group of filler words keeps them', author: group('The Study Group'), names: ['group', 'study', 'the'], initials: '' },
  ])('$name', ({ author, names, initials }) => {
    expect(authorKey(author)).toMatchObject({ names, initials })
  })

  it('tells people from groups', () => {
    expect([authorKey(group('Aurora')).kind, authorKey(person('Aurora Consortium')).kind, authorKey(person('Aurora', 'A')).kind]).toEqual([
      'group',
      'group',
      'person',
    ])
  })
})

describe('sameAuthor', () => {
  it.each([
    { name: 'initial and full given name', a: person('Corvey', 'Alma C.'), b: person('Corvey', 'A'), expected: true },
    { name: 'unknown given name', a: person('Corvey'), b: person('Corvey', 'Alma'), expected: true },
    { name: 'other initials', a: person('Wang', 'Li'), b: person('Wang', 'Hao'), expected: false },
    {
      name: 'first initial found among the others (middle name used)',
      a: person('Wang', 'Ken Li'),
      b: person('Wang', 'Li'),
      expected: true,
    },
    { name: 'one part of a compound surname', a: person('Kotaniemi-Talonen', 'L'), b: person('Kotaniemi', 'L'), expected: true },
    { name: 'other surname', a: person('Corvey', 'A'), b: person('Corvin', 'A'), expected: false },
    { name: 'names swapped', a: person('Wei', 'Zhang'), b: person('Zhang', 'Wei'), expected: true },
    { name: 'a single shared word is no full name', a: person('Wei', 'Z'), b: person('Z', 'Wei'), expected: false },
    { name: 'one group, with and without its kind', a: group('The Aurora Collaboration'), b: group('Aurora Consortium'), expected: true },
    { name: 'two groups', a: group('Aurora Collaboration'), b: group('Borealis Collaboration'), expected: false },
    { name: 'a group and a person', a: group('Aurora Collaboration'), b: person('Aurora', 'A'), expected: false },
  ])('$name', ({ a, b, expected }) => {
    expect(sameAuthor(authorKey(a), authorKey(b))).toBe(expected)
    expect(sameAuthor(authorKey(b), authorKey(a))).toBe(expected)
  })

  it('shareAuthor looks at every place', () => {
    const a = authorKeys([person('Ruiz', 'P'), person('Moss', 'A')])
    expect(shareAuthor(a, authorKeys([person('Hale', 'T'), person('Moss', 'A')]))).toBe(true)
    expect(shareAuthor(a, authorKeys([person('Hale', 'T')]))).toBe(false)
    expect(shareAuthor(a, [])).toBe(false)
  })
})

describe('cleanAuthors', () => {
  it.each([
    { name: 'nothing to do', authors: [person('Ruiz', 'P')], kept: ['Ruiz'], truncated: false },
    { name: 'a colon is no author', authors: [person(':'), person('Ruiz', 'P')], kept: ['Ruiz'], truncated: false },
    { name: 'et al.', authors: [person('Ruiz', 'P'), person('et al.')], kept: ['Ruiz'], truncated: true },
    { name: 'et al. taken apart as a name', authors: [person('Ruiz', 'P'), person('al.', 'et')], kept: ['Ruiz'], truncated: true },
    { name: 'others (BibTeX)', authors: [person('Ruiz', 'P'), person('others')], kept: ['Ruiz'], truncated: true },
    { name: 'and others', authors: [person('Ruiz', 'P'), person('and others')], kept: ['Ruiz'], truncated: true },
    { name: 'a name that starts like it', authors: [person('Et Almeida', 'P')], kept: ['Et Almeida'], truncated: false },
  ])('$name', ({ authors, kept, truncated }) => {
    const cleaned = cleanAuthors(authors)
    expect(cleaned.authors.map(({ family }) => family)).toEqual(kept)
    expect(cleaned.truncated).toBe(truncated)
    expect(authorKeys(authors)).toHaveLength(kept.length)
  })
})

describe('firstAuthorKey', () => {
  it.each([
    { name: 'the first author', authors: [{ family: 'Osei', given: 'K' }, { family: 'Dahl' }] },
    { name: 'the first that is one', authors: [{ family: 'et al.' }, { family: ':' }, { family: 'Osei', given: 'K' }] },
    { name: 'nobody', authors: [{ family: 'et al.' }, { family: '-' }] },
    { name: 'an empty list', authors: [] },
  ])('$name', ({ authors }) => {
    expect(firstAuthorKey(authors)).toEqual(authorKeys(authors)[0])
  })
})
