import type { ReadDocument } from '@winnow/bibliography/read-document.ts'
import { describe, expect, test } from 'vitest'
import type { Unread } from '../engine/read-full-text.ts'
import { fullTextFault, fullTextJson, fullTextMarkdown, missingText } from './full-text-reply.ts'

const read: ReadDocument = {
  outcome: 'read',
  format: 'pdf',
  entry: {},
  fullText: {
    title: 'A title',
    abstract: 'In short.',
    sections: [
      { heading: '', level: 1, text: 'Before.' },
      { heading: 'Methods', level: 1, page: 2, text: 'We did\u001b.' },
      { heading: 'Deep', level: 9, text: '' },
    ],
    references: ['Okafor 2020', 'Smith 2021'],
  },
}
const bare: ReadDocument = { ...read, format: 'html', fullText: { sections: [], references: [] } }
const unread = (outcome: Unread['outcome']): Unread => ({ outcome, reason: 'why', blame: 'input' })

describe('--json', () => {
  test('a text', () => {
    expect(fullTextJson('p.pdf', read)).toEqual({
      document: 'p.pdf',
      title: 'A title',
      abstract: 'In short.',
      sections: [
        { heading: '', level: 1, page: null, text: 'Before.' },
        { heading: 'Methods', level: 1, page: 2, text: 'We did\u001b.' },
        { heading: 'Deep', level: 9, page: null, text: '' },
      ],
      references: ['Okafor 2020', 'Smith 2021'],
      outcome: 'read',
      format: 'pdf',
    })
  })

  test('what is not known is null, and there is always a list', () => {
    const empty = { title: null, abstract: null, sections: [], references: [] }
    expect(fullTextJson('p', bare)).toEqual({ document: 'p', ...empty, outcome: 'read', format: 'html' })
    expect(fullTextJson('p', unread('private'))).toEqual({ document: 'p', ...empty, outcome: 'private', error: 'p: why' })
  })
})

test('what is missing of a text that was read', () => {
  const cut: ReadDocument = { ...read, incomplete: 'the end is missing' }
  expect(fullTextJson('p.pdf', cut)).toEqual({ ...fullTextJson('p.pdf', read), incomplete: 'the end is missing' })
  expect(missingText('p.pdf', cut)).toBe('p.pdf is incomplete: the end is missing')
  expect(missingText('p.pdf', read)).toBeNull()
})

test('Markdown', () => {
  expect(fullTextMarkdown(read)).toBe(
    [
      '# A title',
      'Abstract: In short.',
      'Before.',
      '## Methods (p. 2)',
      'We did.',
      '###### Deep',
      '## References',
      '1. Okafor 2020\n2. Smith 2021',
    ].join('\n\n'),
  )
  expect(fullTextMarkdown(bare)).toBe('# Untitled')
})

test.each([
  ['no-text-layer', /OCR/],
  ['encrypted', /password/],
  ['broken', /Download it again, or/],
  ['empty', /Download it again$/],
  ['incomplete', /Download it again$/],
  ['unsupported', /Convert it to PDF/],
  ['not-an-article', /address of the article/],
  ['too-large', /Split it/],
  ['http', /Check the address; .* give the file$/],
  ['throttled', /Try again later, .* give the file$/],
  ['redirects', /address that it leads to/],
  ['too-slow', /new PDF/],
  ['offline', /WINNOW_OFFLINE/],
] as const)('the fix of %s', (outcome, fix) => {
  expect(fullTextFault('p.pdf', unread(outcome))).toMatch(/^p\.pdf: why\. [A-Z]/)
  expect(fullTextFault('p.pdf', unread(outcome))).toMatch(fix)
})

test('a reason that says the fix itself', () => {
  expect(fullTextFault('p.pdf', unread('private'))).toBe('p.pdf: why')
})
