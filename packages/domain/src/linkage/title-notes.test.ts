import { describe, expect, it } from 'vitest'
import { saysRetracted, withoutNotes } from './title-notes.ts'

describe('withoutNotes', () => {
  it.each([
    ['Reef growth. [Review] [43 refs]', 'Reef growth.'],
    ['Reef growth [see comment]', 'Reef growth'],
    ['Reef growth.[Erratum appears in J Test Med. 2006 Oct;37(2):137]', 'Reef growth.'],
    ['Reef growth.[Erratum appears in J Test Med. 2006 Note: Ruiz [corrected to Ruis]]', 'Reef growth.'],
    ['Reef growth [Erratum appears in J Te', 'Reef growth'],
    ['Reef growth [published correction appears in X]', 'Reef growth'],
    ['Reef growth (Retracted article. See vol. 12)', 'Reef growth'],
    ['Reef growth [German]', 'Reef growth'],
    ['Reef growth [abstract no: 134]', 'Reef growth'],
    ['Reef growth [article in French]', 'Reef growth'],
    ['Reef growth [corrected] under lamps', 'Reef growth under lamps'],
    ['[Reef growth under lamps]', 'Reef growth under lamps'],
    ['[Reef growth under lamps]. [German]', 'Reef growth under lamps'],
    ['"Reef growth under lamps"', 'Reef growth under lamps'],
    ['"Reef" growth and "lamps"', '"Reef" growth and "lamps"'],
    ['RETRACTED: Reef growth', 'Reef growth'],
    ['[Retracted] Reef growth', 'Reef growth'],
    ['Retracted electrodes lower trauma', 'Retracted electrodes lower trauma'],
    ['Reef growth (a review of lamps)', 'Reef growth (a review of lamps)'],
    ['Reef growth [Part II]', 'Reef growth [Part II]'],
    ['Reef growth [letter; comment]', 'Reef growth'],
    ['Reef growth [Review, tutorial]', 'Reef growth'],
    ['Reef growth (Structured abstract)', 'Reef growth'],
    ['Reef growth (provisional abstract)', 'Reef growth'],
    ["[Reef growth (author's transl)]", 'Reef growth'],
    ['Reef growth [abstract #134]', 'Reef growth'],
    ['Reef growth [abstract 134]', 'Reef growth'],
    ['Reef growth [abstract art]', 'Reef growth [abstract art]'],
    ['Reef growth... including commentary by Ruiz P', 'Reef growth'],
    ['Reef growth...includes discussion', 'Reef growth'],
    ['Reef growth... with comments', 'Reef growth'],
    ['Reef growth... including lamps', 'Reef growth... including lamps'],
    ['Reef growth. Including discussion', 'Reef growth. Including discussion'],
    ['[Reef growth under lamps] LA: Ger', 'Reef growth under lamps'],
    ['Reef growth LA: a survey', 'Reef growth LA: a survey'],
    ['Abstract 1234: Reef growth', 'Reef growth'],
    ['Abstract No. P12 - Reef growth', 'Reef growth'],
    ['Conference abstract #12. Reef growth', 'Reef growth'],
    ['Abstract: Reef growth', 'Abstract: Reef growth'],
    ['Abstract 3 models of reefs', 'Abstract 3 models of reefs'],
    ['[Review]', 'Review'],
    ['  Reef growth ', 'Reef growth'],
  ])('%s → %s', (title, expected) => {
    expect(withoutNotes(title)).toBe(expected)
  })
})

describe('saysRetracted (PBR-026)', () => {
  it.each([
    ['RETRACTED: Reef growth', true],
    ['RETRACTED ARTICLE: Reef growth', true],
    ['[Retracted] Reef growth', true],
    ['(Withdrawn) Reef growth', true],
    ['WITHDRAWN: Reef growth', true],
    ['Retracted. Reef growth', true],
    ['Retracted – Reef growth', true],
    ['Reef growth (Retracted article. See vol. 12, p. 3)', true],
    ['Reef growth [RETRACTED]', true],
    ['Retracted electrodes lower insertion trauma', false],
    ['Reef growth (with retracted polyps)', false],
    ['Retracted', false],
    ['Unretracted: a study', false],
    ['Retraction: Reef growth', false],
  ])('%s: %s', (title, expected) => {
    expect(saysRetracted(title)).toBe(expected)
  })
})
