import { describe, expect, it } from 'vitest'
import { abstractText, fullTextSections, shownCharacters } from './readable-text.ts'

describe('abstractText', () => {
  it.each([
    { name: 'an abstract', abstract: 'It helps.', out: { depth: 'abstract', section: 'Abstract', shown: 9, whole: 'It helps.' } },
    { name: 'no abstract: the title', abstract: null, out: { depth: 'metadata', section: 'Title', shown: 7, whole: 'A title' } },
    {
      name: 'an abstract that fits',
      abstract: 'x'.repeat(48_000),
      out: { depth: 'abstract', section: 'Abstract', shown: 48_000, whole: 'x'.repeat(48_000) },
    },
    {
      name: 'a longer one is shown in part',
      abstract: 'x'.repeat(48_001),
      out: { depth: 'abstract', section: 'Abstract', shown: 48_000, whole: 'x'.repeat(48_001) },
    },
  ])('$name', ({ abstract, out }) => {
    const { depth, sections, wholeText } = abstractText('A title', abstract)
    expect(sections).toHaveLength(1)
    expect({ depth, section: sections[0]?.section, shown: sections[0]?.text.length, whole: wholeText }).toEqual(out)
    expect(sections[0]?.page).toBeNull()
  })
})

describe('fullTextSections', () => {
  const section = (heading: string, text: string, page?: number) => ({ heading, level: 1, text, ...(page === undefined ? {} : { page }) })
  const read = (sections: readonly ReturnType<typeof section>[], limit?: number, subquestions = ['memory of agents'], abstract?: string) =>
    fullTextSections({ sections: [...sections], references: [], ...(abstract === undefined ? {} : { abstract }) }, subquestions, limit)
  const headings = (...given: Parameters<typeof read>) => read(...given).sections.map(({ section: heading }) => heading)

  it('shows all that fits, in the order of the paper, with pages', () => {
    const text = read(
      [section('Introduction', 'Fish.', 2), section('Empty', '  '), section('Results', 'Memory of agents.')],
      undefined,
      undefined,
      'Short.',
    )
    expect(text).toEqual({
      depth: 'full text',
      sections: [
        { section: 'Abstract', page: null, text: 'Short.' },
        { section: 'Introduction', page: 2, text: 'Fish.' },
        { section: 'Results', page: null, text: 'Memory of agents.' },
      ],
      wholeText: 'Short.\n\nFish.\n\n  \n\nMemory of agents.',
    })
    expect(shownCharacters).toBe(48_000)
  })
  it('without an abstract there is no section of it', () => {
    expect(headings([section('Results', 'Memory.')])).toEqual(['Results'])
    expect(read([section('Results', 'Memory.')]).wholeText).toBe('\n\nMemory.')
  })
  /** Sections of ten characters each; six of them fit 60, and a seventh fits 70. */
  const tens = (...texts: readonly string[]) => texts.map((text, place) => section(`S${place + 1}`, text))
  const others = Array<string>(6).fill('memory b b')
  it.each([
    { name: 'the best matching stay of what does not fit', sections: tens('fishy fowl', ...others), limit: 69, out: 'S2 S3 S4 S5 S6 S7' },
    { name: 'all stay when they just fit', sections: tens('fishy fowl', ...others), limit: 70, out: 'S1 S2 S3 S4 S5 S6 S7' },
    { name: 'of equal ones the earlier stay', sections: tens('memory b b', ...others), limit: 69, out: 'S1 S2 S3 S4 S5 S6' },
    {
      name: 'words of the heading weigh twice',
      sections: [...tens(...others), section('Memory', 'fishy b fo')],
      limit: 69,
      out: 'S1 S2 S3 S4 S5 Memory',
    },
    {
      name: 'one for any of the subquestions counts',
      sections: tens('xxxxx yyyy', 'quiet b bb', ...others.slice(1)),
      limit: 69,
      out: 'S2 S3 S4 S5 S6 S7',
    },
    { name: 'the words of the question itself do not', sections: tens('which does', ...others), limit: 69, out: 'S2 S3 S4 S5 S6 S7' },
  ])('$name', ({ sections, limit, out }) => {
    expect(headings(sections, limit, ['Which memory does it have?', 'quiet']).join(' ')).toBe(out)
  })
  it('a smaller one fills the room that a larger one does not find', () => {
    const sections = [section('A', 'memory agents a'), section('B', 'memory b b b b b b b b b b b b b b'), section('C', 'fish c')]
    const shown = read(sections, 24).sections
    expect(shown.reduce((sum, { text }) => sum + text.length, 0)).toBeLessThanOrEqual(24)
  })
  it('long sections are cut between words into pieces of a sixth of the room; nothing is lost', () => {
    const words = Array.from({ length: 40 }, (_, n) => `word${n}`)
    const { sections } = read([section('A', words.join(' '), 3)], 6 * 50)
    expect(sections.every(({ text, page, section: heading }) => text.length <= 50 && page === 3 && heading === 'A')).toBe(true)
    expect(
      sections
        .map(({ text }) => text)
        .join(' ')
        .split(/\s+/),
    ).toEqual(words)
    expect(sections.map(({ text }) => text)).toHaveLength(Math.ceil(words.join(' ').length / 47))
  })
  it('a piece without white space in its second half is cut where it is full, between characters', () => {
    const { sections } = read([section('A', `abcd ${'x'.repeat(18)}`)], 60)
    expect(sections.map(({ text }) => text)).toEqual(['abcd xxxxx', 'xxxxxxxxxx', 'xxx'])
    expect(read([section('A', '🔥'.repeat(6))], 30).sections.map(({ text }) => text)).toEqual(['🔥🔥', '🔥🔥', '🔥🔥'])
  })
  it('a text as long as a piece is one', () => {
    expect(read([section('A', 'x'.repeat(10))], 60).sections.map(({ text }) => text)).toEqual(['x'.repeat(10)])
  })
})
