import { describe, expect, it } from 'vitest'
import { longestHead, withoutRunningHeads } from './running-heads.ts'

const headOf = (length: number): string => `7   ${'x'.repeat(length - 4)}`

describe('withoutRunningHeads', () => {
  it.each([
    ['a page number apart on the left', 'the gate\n  7   Journal of Tests 12 (2020)\nopened', 'the gate\nopened'],
    ['a page number apart on the right', 'the gate\nJournal of Tests   7\nopened', 'the gate\nopened'],
    ['a tab sets apart as well', 'the gate\n7\tJournal of Tests\nopened', 'the gate\nopened'],
    ['a tab on the right', 'the gate\nJournal of Tests\t7\nopened', 'the gate\nopened'],
    ['one space does not set apart', 'the gate\n7 of 12 opened\nagain', 'the gate\n7 of 12 opened\nagain'],
    ['nor on the right', 'the gate opened in\nspring 2007\nagain', 'the gate opened in\nspring 2007\nagain'],
    ['five digits are no page', 'the gate\n12345   people\nopened', 'the gate\n12345   people\nopened'],
    ['a page number before an empty line', 'the gate\n12\n\nopened', 'the gate\n\nopened'],
    ['a page number after an empty line', 'the gate\n\n12\nopened', 'the gate\n\nopened'],
    ['a page number at the end', 'the gate\n12', 'the gate'],
    ['a page number at the start', '12\nthe gate', 'the gate'],
    ['a page number at a page break', 'the gate\n\f12\nopened', 'the gate\nopened'],
    ['a page number before a page break', 'the gate\n12\n\fopened', 'the gate\n\fopened'],
    ['a page number with dashes', 'the gate\n– 12 –\n\nopened', 'the gate\n\nopened'],
    ['page 3 of 12', 'the gate\nPage 3 of 12\n\nopened', 'the gate\n\nopened'],
    ['p. 3', 'the gate\np. 3\n\nopened', 'the gate\n\nopened'],
    ['3/12', 'the gate\n3/12\n\nopened', 'the gate\n\nopened'],
    ['a bare number within a paragraph is prose', 'recall was\n12\nper cent', 'recall was\n12\nper cent'],
    ['a DOI line', 'the gate\ndoi:10.5555/x\nopened', 'the gate\nopened'],
    ['an address', 'the gate\nhttps://example.org\nopened', 'the gate\nopened'],
    ['an arXiv stamp', 'the gate\narXiv:2301.00001v1 [cs.CL]\nopened', 'the gate\nopened'],
    ['a copyright line', 'the gate\n© 2020 The Authors\nopened', 'the gate\nopened'],
    ['a copyright line in words', 'the gate\nCopyright 2020\nopened', 'the gate\nopened'],
    ['a download line', 'the gate\nDownloaded from there\nopened', 'the gate\nopened'],
    ['a line that stands there three times', 'a b\nJ. Tests 1\nc d\nJ. Tests 2\ne f\nJ. Tests 3\ng h', 'a b\nc d\ne f\ng h'],
    ['twice is not enough', 'a b\nJ. Tests 1\nc d\nJ. Tests 2\ne f', 'a b\nJ. Tests 1\nc d\nJ. Tests 2\ne f'],
    ['one word three times is prose', 'a b\nnot\nc d\nnot\ne f\nnot\ng h', 'a b\nnot\nc d\nnot\ne f\nnot\ng h'],
    ['a line of the longest length', `a\n${headOf(longestHead)}\nb`, 'a\nb'],
    ['a longer line', `a\n${headOf(longestHead + 1)}\nb`, `a\n${headOf(longestHead + 1)}\nb`],
    ['nothing to take out', 'a b\n\nc', 'a b\n\nc'],
  ])('%s', (_name, text, expected) => {
    expect(withoutRunningHeads(text)).toBe(expected)
  })
})
