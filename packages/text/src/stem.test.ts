import { describe, expect, it } from 'vitest'
import { stem } from './stem.ts'

describe('stem: step 1 of Porter', () => {
  it.each([
    ['caresses', 'caress'],
    ['ponies', 'poni'],
    ['ties', 'ti'],
    ['caress', 'caress'],
    ['cats', 'cat'],
    ['feed', 'feed'],
    ['agreed', 'agree'],
    ['plastered', 'plaster'],
    ['bled', 'bled'],
    ['motoring', 'motor'],
    ['sing', 'sing'],
    ['conflated', 'conflate'],
    ['troubled', 'trouble'],
    ['sized', 'size'],
    ['hopping', 'hop'],
    ['tanned', 'tan'],
    ['falling', 'fall'],
    ['hissing', 'hiss'],
    ['fizzed', 'fizz'],
    ['failing', 'fail'],
    ['filing', 'file'],
    ['fixing', 'fix'],
    ['sowing', 'sow'],
    ['staying', 'stai'],
    ['happy', 'happi'],
    ['sky', 'sky'],
    ['dyed', 'dy'],
    ['seeing', 'see'],
    ['is', 'is'],
    ['gas', 'ga'],
    ['cd4s', 'cd4s'],
    ['отчеты', 'отчеты'],
  ])('%s → %s', (word, expected) => {
    expect(stem(word)).toBe(expected)
  })
})
