import { authorsFromNames } from '@winnow/bibliography/author-list.ts'
import type { RawEntry } from '@winnow/bibliography/raw-entry.ts'
import { expect, test } from 'vitest'
import { libraryRecord } from '../testing/library-record.ts'
import { checkWork, type FetchedText } from './same-work.ts'

const title = 'Episodic memory in autonomous language agents'
const wanted = libraryRecord('a', { title, ids: { doi: '10.5555/x', pmid: '11', arxiv: '2301.00001', pmcid: 'PMC1065065' } })
const preprint = libraryRecord('b', { title: 'How agents remember: a survey of stores' })
const entryTitle = 'Deep learning for protein folding'
const fetched = (entry: RawEntry, parts: Partial<FetchedText> = {}): FetchedText => ({
  format: 'pdf',
  entry,
  fullText: { sections: [], references: [] },
  ...parts,
})
const beginning = (text: string, heading = '') => ({ fullText: { sections: [{ heading, level: 1, text }], references: [] } })
const refused = { verified: false, reason: `another work: "${entryTitle}" (another title)` }

test.each<[name: string, text: FetchedText]>([
  ['its title is the wanted one', fetched({ title: 'Episodic Memory in autonomous language agents.' })],
  ['its title is that of another record of the work', fetched({ title: 'How agents remember: a survey of stores' })],
  ['it has no title', fetched({ title: undefined, doi: '10.5555/other' })],
  ['it has an empty title', fetched({ title: ' ', doi: '10.5555/other' })],
  ['nothing is known of it', fetched({})],
  ['it carries the DOI', fetched({ title: entryTitle, doi: 'https://doi.org/10.5555/X' })],
  ['it carries the PubMed id', fetched({ title: entryTitle, pmid: '11' })],
  ['it carries the PMC id', fetched({ title: entryTitle, pmcid: '1065065' })],
  ['it carries the arXiv id', fetched({ title: entryTitle, arxiv: '2301.00001v3' })],
  [
    'it carries another identifier than it was asked by',
    fetched({ title: entryTitle, pmcid: '1065065', pmid: '11' }, { askedBy: 'pmcid' }),
  ],
  [
    'a PDF begins with the wanted title',
    fetched({ title: entryTitle }, beginning('J Test 12 Episodic Memory in Auto\u00ADnomous Language Agents Jo Smith')),
  ],
  ['a PDF begins with the wanted title in spaced letters', fetched({ title: entryTitle }, beginning(`${[...title].join(' ')} x`))],
  ['a PDF begins with a heading that is the wanted title', fetched({ title: entryTitle }, beginning('', title))],
])('a text is the work’s: %s', (_, text) => {
  expect(checkWork([wanted, preprint], text)).toEqual({ verified: true })
})

test.each<[name: string, text: FetchedText, reason?: string]>([
  ['another title', fetched({ title: entryTitle })],
  [
    'another title, and other identifiers',
    fetched({ title: entryTitle, doi: '10.5555/y', pmid: '12', arxiv: '2301.00002', pmcid: '1065066' }),
  ],
  ['the identifier it was asked by alone', fetched({ title: entryTitle, pmcid: '1065065' }, { askedBy: 'pmcid' })],
  ['the arXiv id it was asked by alone', fetched({ title: entryTitle, arxiv: '2301.00001' }, { askedBy: 'arxiv' })],
  ['a page that begins with the wanted title', fetched({ title: entryTitle }, { format: 'html', ...beginning(title) })],
  ['JATS that begins with the wanted title', fetched({ title: entryTitle }, { format: 'jats', ...beginning(title) })],
  ['a PDF that names the title further down', fetched({ title: entryTitle }, beginning(`${'x'.repeat(600)} ${title}`))],
  [
    'a PDF that names the title in a later section',
    fetched(
      { title: entryTitle },
      {
        fullText: {
          sections: [
            { heading: '', level: 1, text: 'x' },
            { heading: title, level: 1, text: title },
          ],
          references: [],
        },
      },
    ),
  ],
  ['a part of the title', fetched({ title: entryTitle }, beginning('Episodic memory in autonomous agents'))],
])('a text is another work’s: %s', (_, text) => {
  expect(checkWork([wanted, preprint], text)).toEqual(refused)
})

test('a reply to the work that begins with its title is no copy of it', () => {
  const reply = `Reply to: ${title}`
  expect(checkWork([wanted], fetched({ title: `${title}: a reply` }, beginning(title)))).toMatchObject({ verified: false })
  expect(checkWork([wanted], fetched({ title: reply }, beginning(title)))).toMatchObject({ verified: false })
})

test.each([
  [30, true],
  [29, false],
])('a title of %i letters at the beginning of a PDF proves it: %s', (letters, verified) => {
  const short = 'abcdefghij klmnopqrst uvwxyzabcdef'.replaceAll(' ', '').slice(0, letters)
  expect(short).toHaveLength(letters)
  expect(checkWork([libraryRecord('a', { title: short })], fetched({ title: entryTitle }, beginning(short))).verified).toBe(verified)
})

test('the title may end where the beginning of a PDF ends', () => {
  const at = (place: number) =>
    checkWork([wanted], fetched({ title: entryTitle }, beginning(`${' '.repeat(place - title.length)}${title}`))).verified
  expect([at(600), at(601)]).toEqual([true, false])
})

test('where no title is known, the text is taken', () => {
  expect(checkWork([libraryRecord('a', { title: '' })], fetched({ title: entryTitle }))).toEqual({ verified: true })
  expect(checkWork([libraryRecord('a', { title: '' }), wanted], fetched({ title: entryTitle }))).toEqual(refused)
})

test('nearly the same title with other authors is another work', () => {
  const known = libraryRecord('a', { title, authors: [...authorsFromNames(['Smith, Jo']).authors] })
  const entry = { title: `${title} (2nd part)`, authors: authorsFromNames(['Doe, Ann']) }
  expect(checkWork([known], fetched(entry))).toMatchObject({
    verified: false,
    reason: expect.stringMatching(/^another work: "Episodic memory .*" \(.+\)$/),
  })
})
