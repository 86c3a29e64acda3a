import { describe, expect, it } from 'vitest'
import { isNoticeKind, textKind } from './text-kind.ts'

describe('textKind', () => {
  it.each([
    ['Erratum to: Night noise', 'correction', 'Night noise'],
    ['Erratum: Night noise', 'correction', 'Night noise'],
    ['Errata', 'correction', null],
    ['Corrigendum to “Night noise”', 'correction', 'Night noise'],
    ['Publisher Correction: Night noise', 'correction', 'Night noise'],
    ['Author’s correction to Night noise', 'correction', 'Night noise'],
    ['Correction to: Night noise', 'correction', 'Night noise'],
    ['Correction: Night noise', 'correction', 'Night noise'],
    ['Correction to Night noise', 'correction', 'Night noise'],
    ['Addendum: Night noise', 'correction', 'Night noise'],
    ['Night noise: erratum', 'correction', 'Night noise'],
    ['Night noise [Corrigendum]', 'correction', 'Night noise'],
    ['Correction of scoliosis in children', 'work', null],
    ['Corrections and prisons', 'work', null],
    ['Retraction: Night noise', 'retraction', 'Night noise'],
    ['Retraction notice to "Night noise"', 'retraction', 'Night noise'],
    ['Notice of retraction: Night noise', 'retraction', 'Night noise'],
    ['Retraction of: Night noise', 'retraction', 'Night noise'],
    ['Night noise – Retraction', 'retraction', 'Night noise'],
    ['Retraction of the lung in surgery', 'work', null],
    ['Withdrawal: effects of alcohol', 'work', null],
    ['Expression of concern: Night noise', 'concern', 'Night noise'],
    ['Editorial expression of concern on Night noise', 'concern', 'Night noise'],
    ['Night noise: expression of concern', 'concern', 'Night noise'],
    ['Reply to: Night noise', 'reply', 'Night noise'],
    ['Reply to Night noise', 'reply', 'Night noise'],
    ["Authors' response: Night noise", 'reply', 'Night noise'],
    ['Response to comments on Night noise', 'reply', 'Night noise'],
    ['Night noise: reply', 'reply', 'Night noise'],
    ["Night noise. Authors' reply", 'reply', 'Night noise'],
    ['Response to treatment in adults', 'work', null],
    ['Noise: response to treatment', 'work', null],
    ['Noise dose-response', 'work', null],
    ['Comment on “Night noise”', 'comment', 'Night noise'],
    ['Re: Night noise', 'comment', 'Night noise'],
    ['Commentary on Night noise', 'comment', 'Night noise'],
    ['Night noise: a commentary', 'comment', 'Night noise'],
    ['Reading of comments', 'work', null],
    ['Supplementary material for Night noise', 'supplement', 'Night noise'],
    ['Supporting information: Night noise', 'supplement', 'Night noise'],
    ['Night noise: supplementary material', 'supplement', 'Night noise'],
    ['Supplementary feeding of calves', 'work', null],
    ['Study protocol for a trial of night noise', 'protocol', 'trial of night noise'],
    ['Protocol: Night noise', 'protocol', 'Night noise'],
    ['Night noise: protocol', 'protocol', 'Night noise'],
    ['Night noise: study protocol for a randomised trial', 'protocol', 'Night noise'],
    ['Night noise: a systematic review protocol', 'protocol', 'Night noise'],
    ['A protocol for DNA extraction', 'work', null],
    ['Night noise and sleep', 'work', null],
    ['', 'work', null],
  ])('%s: %s about %s', (title, kind, about) => {
    expect(textKind(title)).toEqual({ kind, about })
  })
})

describe('isNoticeKind', () => {
  it.each([
    ['correction', true],
    ['retraction', true],
    ['concern', true],
    ['reply', false],
    ['comment', false],
    ['supplement', false],
    ['protocol', false],
    ['work', false],
  ] as const)('%s: %s', (kind, expected) => {
    expect(isNoticeKind(kind)).toBe(expected)
  })
})
