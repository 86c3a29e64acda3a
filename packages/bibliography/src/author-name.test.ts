import { expect, test } from 'vitest'
import { isGroupName, isInitials, isSuffix, parseAuthorName, startsWithParticle } from './author-name.ts'
import { authorLine } from './fixtures/records-of.ts'

test.each<[name: string, author: string]>([
  ['Smith, John', 'Smith|John'],
  ['Smith, Jr., John', 'Smith|John|Jr.'],
  ['Smith, John, Jr.', 'Smith|John|Jr.'],
  ['Smith, John, III', 'Smith|John|III'],
  ['R. P. Hammer, Jr.', 'Hammer|R. P.|Jr.'],
  ['Kernan Jr., W. N.', 'Kernan|W. N.|Jr.'],
  ['Smith, John, extra', 'Smith|John extra'],
  ['Smith, AG', 'Smith|AG'],
  ['John Smith', 'Smith|John'],
  ['John Q. Public', 'Public|John Q.'],
  ['Martin Luther King Jr.', 'King|Martin Luther|Jr.'],
  ['King Jr.', 'King||Jr.'],
  ['Jr.', 'Jr.|'],
  ['Jan van den Berg', 'van den Berg|Jan'],
  ['Ludwig van Beethoven', 'van Beethoven|Ludwig'],
  ['K. De Jong', 'De Jong|K.'],
  ['De Jong', 'Jong|De'],
  ['Al Green', 'Green|Al'],
  ['Ton van', 'van|Ton'],
  ['vom Brocke, Jan', 'vom Brocke|Jan'],
  ['Lim SM', 'Lim|SM'],
  ['van der Valk E', 'van der Valk|E'],
  ['Albert M.K.', 'Albert|M.K.'],
  ['W Guo', 'Guo|W'],
  ['LR Keller', 'Keller|LR'],
  ['JANE DOE', 'DOE|JANE'],
  ['ROBERT LEE', 'LEE|ROBERT'],
  ['SMITH J', 'SMITH|J'],
  ['Paul E. Utgoff.', 'Utgoff|Paul E.'],
  ['Lau Y.', 'Lau|Y.'],
  ['顾明远', '顾明远|'],
  ['顾, 明远', '顾|明远'],
  ['O’Hara, Pat', 'O’Hara|Pat'],
  ['Wei <b>Li</b>', 'Li|Wei'],
  ['and Doe, J.', 'Doe|J.'],
  ['& Doe, J.', 'Doe|J.'],
  ['Andersen, J.', 'Andersen|J.'],
  ['Doe, J.,', 'Doe|J.'],
  ['Doe J*†', 'Doe|J'],
  ['Smith\n  , John', 'Smith|John'],
  ['{Barnes and Noble}', '{Barnes and Noble}'],
  ['{Madonna}', '{Madonna}'],
  ['{van den} Berg, J.', 'van den Berg|J.'],
  ['Aurora Collaboration', '{Aurora Collaboration}'],
  ['WHO Regional Office', '{WHO Regional Office}'],
  ['Name of a Research Center', '{Name of a Research Center}'],
  ['Centre for Health and Safety, Ltd.', '{Centre for Health and Safety, Ltd.}'],
  ['Acme, Inc.', '{Acme, Inc.}'],
  ['Department of Health, London', '{Department of Health, London}'],
  ['Group, Arthur', 'Group|Arthur'],
  ['Office', 'Office|'],
])('the name %j', (name, author) => {
  const parsed = parseAuthorName(name)
  expect(parsed === undefined ? [] : authorLine([parsed])).toEqual([author])
})

test.each([':', '', '   ', '...', '1, 2', '&', '{:}'])('%j is nobody', (name) => {
  expect(parseAuthorName(name)).toBeUndefined()
})

test.each<[text: string, is: boolean]>([
  ['J.', true],
  ['J.-P.', true],
  ['SM', true],
  ['D. W.', true],
  ['Ö', true],
  ['ABCD', true],
  ['ABCDE', false],
  ['Li', false],
  ['j', false],
  ['', false],
])('initials %j: %s', (text, is) => {
  expect(isInitials(text)).toBe(is)
})

test.each<[text: string, is: boolean]>([
  ['Jr.', true],
  ['jr', true],
  ['Sr.', true],
  ['II', true],
  ['III', true],
  ['IV', true],
  ['2nd', true],
  ['3rd', true],
  ['4th', true],
  ['I', false],
  ['V', false],
  ['Jra', false],
])('suffix %j: %s', (text, is) => {
  expect(isSuffix(text)).toBe(is)
})

test.each([
  'Aurora Collaboration',
  'Global Burden Consortium',
  'Working Group',
  'Red Team',
  'World Health Organization',
  'World Health Organisation',
  'Ethics Committee',
  'Royal Society',
  'Learned Societies',
  'Heart Association',
  'Research Network',
  'Health Initiative',
  'Max Planck Institute',
  'Smithsonian Institution',
  'Lund University',
  'Universität Ulm',
  'Ministry of Health',
  'Department of Health',
  'Data Centre',
  'Data Centers',
  'ACE Investigators',
  'Medical Council',
  'Energy Agency',
  'Apache Foundation',
  'Home Office',
  'European Commission',
  'Safety Task Force',
  'Trade Federation',
  'Bell Laboratories',
  'General Hospital',
  'Imperial College',
  'Royal Academy',
  'Census Bureau',
  'Food Authority',
  'Vaccine Alliance',
  'European Union',
  'Editorial Board',
  'Cancer Registry',
  'Food Programme',
  'World Bank',
])('%s is a group', (name) => {
  expect(isGroupName(name)).toBe(true)
})

test.each(['John Smith', 'Ann Grouper', 'Teamer Lee', 'Robert Bank', 'Unionist'])('%s is no group', (name) => {
  expect(isGroupName(name)).toBe(false)
})

test.each<[name: string, starts: boolean]>([
  ['van den Berg', true],
  ['de Wit', true],
  ['Van Dam', false],
  ['vandenberg', false],
])('%s begins with a particle: %s', (name, starts) => {
  expect(startsWithParticle(name)).toBe(starts)
})

test.each([
  'von',
  'van',
  'vom',
  'der',
  'den',
  'de',
  'del',
  'della',
  'dei',
  'di',
  'da',
  'dos',
  'du',
  'des',
  'la',
  'le',
  'el',
  'al',
  'bin',
  'ibn',
  'ter',
  'ten',
  'te',
  'zu',
  'zur',
  'af',
  'av',
  'op',
])('the particle %s belongs to the family name', (particle) => {
  expect(parseAuthorName(`Ann ${particle} Lund`)).toEqual({ family: `${particle} Lund`, given: 'Ann' })
})

test.each(['De', 'Van', 'Von', 'Vom', 'Den', 'Der', 'Del', 'Della', 'Di', 'Da', 'Dos', 'Du', 'La', 'Le', 'El', 'Ter', 'Ten'])(
  'so does %s between names',
  (particle) => {
    expect(parseAuthorName(`Ann ${particle} Lund`)).toEqual({ family: `${particle} Lund`, given: 'Ann' })
  },
)
