import { describe, expect, test } from 'vitest'
import { withoutNoise } from './without-noise.ts'

/** Mixed letters and numbers as base64 has them, of any length. */
const base64 = (length: number) => 'aG9Xb3JsZCBxV2Zk8yR3eHh4eQpP'.repeat(20).slice(0, length)
const hex = (length: number) => '0f3a9c7be1d24586'.repeat(20).slice(0, length)

describe('withoutNoise', () => {
  test.each([
    { name: 'a blob of 40 signs', text: `Before ${base64(40)} after.`, out: 'Before … after.' },
    { name: 'one of 39 stays: a word may be long', text: `Before ${base64(39)} after.`, out: `Before ${base64(39)} after.` },
    { name: 'a blob in brackets', text: `Image (${base64(80)}) of it.`, out: 'Image … of it.' },
    { name: 'base64url', text: `x ${base64(60).replaceAll('8', '-').replaceAll('k', '_')} y`, out: 'x … y' },
    { name: 'several lines, the last with padding', text: `a ${base64(76)}\n${base64(76)}\naGVsbG8= b`, out: 'a … b' },
    { name: 'a short word after a blob stays', text: `a ${base64(76)} trial b`, out: 'a … trial b' },
    { name: 'an equation after a blob stays', text: `a ${base64(76)} x = 2`, out: 'a … x = 2' },
    {
      name: 'a data address, however short',
      text: `see data:image/png;base64,iVBORw0KGgo= ${'and then words '.repeat(4)}${base64(40)}`,
      out: `see … ${'and then words '.repeat(4)}…`,
    },
    {
      name: 'a data address with nothing else long',
      text: 'see data:text/plain;charset=utf-8,abcdefghijklmnopqrstuvwxyz here',
      out: 'see … here',
    },
    { name: '64 digits of a hash', text: `sum ${hex(64)} end`, out: 'sum … end' },
    { name: '64 capital ones', text: `sum ${hex(64).toUpperCase()} end`, out: 'sum … end' },
    { name: '63 stay', text: `sum ${hex(63)} end`, out: `sum ${hex(63)} end` },
    { name: 'any run of more than 200 signs', text: `a ${'x'.repeat(201)} b`, out: 'a … b' },
    { name: '200 stay', text: `a ${'x'.repeat(200)} b`, out: `a ${'x'.repeat(200)} b` },
    { name: '40 signs with 8 changes of case', text: `a ${'Abcd'.repeat(8)}Abcdefgh b`, out: 'a … b' },
    { name: 'nothing but noise', text: base64(500), out: '…' },
    { name: 'several blobs in a row are one gap', text: `a ${base64(50)} ${base64(60)} b`, out: 'a … b' },
  ])('$name', ({ text, out }) => {
    expect(withoutNoise(text)).toBe(out)
  })

  test.each([
    { name: 'prose', text: 'Switching was safe (p < 0.05) in 53 patients.' },
    { name: 'an address', text: 'See https://www.example.org/articles/PMC1234567/Files/2019/aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY now.' },
    { name: 'an address without a scheme', text: 'See WWW.example.org/a/aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY3zA5bC now.' },
    { name: 'a chemical name', text: 'N-(4-hydroxyphenyl)ethanamide-2-methylpropan-1-amine-hydrochloride was given.' },
    { name: 'a long word of one case', text: `${'Donaudampfschifffahrtsgesellschaft'}skapitaenswitwenrente` },
    { name: 'a gene sequence', text: 'ATGGCGTACGATCGATCGATCGATCGGCTAGCTAGCTAGCTAGCAT' },
    { name: 'a name made of words', text: 'ThePatientReportedOutcomesMeasurementInformationSystem' },
    { name: '40 signs with 7 changes of case', text: `a ${'Abcde'.repeat(8)} b` },
    { name: 'an identifier', text: 'doi:10.1016/j.dld.2019.05.018-supplementary-material-S1234' },
    { name: 'text written without spaces', text: '乙型肝炎病毒携带者的抗病毒治疗'.repeat(30) },
    { name: 'a run of 40 dashes', text: `a ${'-'.repeat(40)} b` },
    { name: 'an ellipsis of its own', text: 'It was … as expected.' },
  ])('$name stays', ({ text }) => {
    expect(withoutNoise(text)).toBe(text)
  })
})
