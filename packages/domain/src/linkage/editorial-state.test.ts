import { describe, expect, it } from 'vitest'
import { editorialState, isNoticeRecord } from './editorial-state.ts'
import { givenRecord } from './fixtures/given-record.ts'

const notice = (
  kind: 'retraction' | 'withdrawal' | 'correction' | 'erratum' | 'expression-of-concern' | 'reply',
  direction: 'of' | 'by',
) => ({ kind, direction, from: 'test' })
const by = (...kinds: Parameters<typeof notice>[0][]) => ({ title: 'Reefs', notices: kinds.map((kind) => notice(kind, 'by')) })

describe('isNoticeRecord', () => {
  it.each([
    { name: 'type', given: { type: 'notice' as const }, expected: true },
    { name: 'it retracts another work', given: { notices: [notice('retraction', 'of')] }, expected: true },
    { name: 'it is the subject of a retraction', given: { notices: [notice('retraction', 'by')] }, expected: false },
    { name: 'it replies to another work', given: { notices: [notice('reply', 'of')] }, expected: false },
    { name: 'PubMed type', given: { rawType: 'Journal Article; Retraction of Publication' }, expected: true },
    { name: 'PubMed erratum', given: { rawType: 'Published Erratum' }, expected: true },
    { name: 'PubMed type of the retracted article', given: { rawType: 'Retracted Publication' }, expected: false },
    { name: 'title', given: { title: 'Correction to: Reefs' }, expected: true },
    { name: "a database's note about an erratum", given: { title: 'Reefs [Erratum appears in Reef Letters]' }, expected: false },
    { name: 'a reply', given: { title: 'Reply to: Reefs' }, expected: false },
    { name: 'a work', given: { title: 'Reefs' }, expected: false },
  ])('$name', ({ given, expected }) => {
    expect(isNoticeRecord(givenRecord({ title: 'Reefs', ...given }))).toBe(expected)
  })
})

describe('editorialState', () => {
  it.each([
    { name: 'nothing known', records: [{}], linked: [], expected: 'ok' },
    { name: 'no records', records: [], linked: [], expected: 'ok' },
    { name: 'a notice', records: [{ title: 'Erratum: Reefs' }], linked: [], expected: 'notice' },
    { name: 'a notice among records of a work changes nothing', records: [{}, { title: 'Erratum: Reefs' }], linked: [], expected: 'ok' },
    { name: 'correction', records: [by('correction')], linked: [], expected: 'corrected' },
    { name: 'erratum', records: [by('erratum')], linked: [], expected: 'corrected' },
    { name: 'a reply is no correction', records: [by('reply')], linked: [], expected: 'ok' },
    { name: 'concern before correction', records: [by('correction', 'expression-of-concern')], linked: [], expected: 'concern' },
    {
      name: 'retraction before all',
      records: [by('correction', 'expression-of-concern', 'retraction')],
      linked: [],
      expected: 'retracted',
    },
    { name: 'withdrawal', records: [by('withdrawal')], linked: [], expected: 'retracted' },
    { name: 'flag alone', records: [{ retracted: true }], linked: [], expected: 'retracted' },
    { name: 'flag and a milder notice', records: [{ ...by('correction'), retracted: true }], linked: [], expected: 'conflict' },
    {
      name: 'flag and a retraction notice',
      records: [{ ...by('correction', 'retraction'), retracted: true }],
      linked: [],
      expected: 'retracted',
    },
    { name: 'flags contradict', records: [{ retracted: true }, { retracted: false }], linked: [], expected: 'conflict' },
    { name: 'two flags agree', records: [{ retracted: true }, { retracted: true }], linked: [], expected: 'retracted' },
    {
      name: '"not retracted" and a linked retraction',
      records: [{ retracted: false }],
      linked: [{ kind: 'retraction' as const }],
      expected: 'retracted',
    },
    {
      name: '"not retracted" and a title that says so',
      records: [{ title: 'RETRACTED: Reefs', retracted: false }],
      linked: [],
      expected: 'retracted',
    },
    { name: 'PubMed type', records: [{ rawType: 'Journal Article; Retracted Publication' }], linked: [], expected: 'retracted' },
    { name: '"not retracted" alone', records: [{ retracted: false }], linked: [], expected: 'ok' },
    { name: 'linked correction', records: [{}], linked: [{ kind: 'correction' as const }], expected: 'corrected' },
    { name: 'linked concern', records: [{}], linked: [{ kind: 'expression-of-concern' as const }], expected: 'concern' },
    { name: 'linked reply', records: [{}], linked: [{ kind: 'reply' as const }], expected: 'ok' },
    {
      name: 'a notice it gives about another work is not about itself',
      records: [{ notices: [notice('reply', 'of')] }],
      linked: [],
      expected: 'ok',
    },
  ])('$name: $expected', ({ records, linked, expected }) => {
    expect(
      editorialState(
        records.map((given) => givenRecord({ title: 'Reefs', ...given })),
        linked,
      ),
    ).toBe(expected)
  })
})
