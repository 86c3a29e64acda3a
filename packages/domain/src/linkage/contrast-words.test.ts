import { describe, expect, it } from 'vitest'
import { areContrasting, contrast } from './contrast-words.ts'

describe('areContrasting', () => {
  it.each([
    ['vivo', 'vitro', true],
    ['men', 'women', true],
    ['before', 'after', true],
    ['with', 'without', true],
    ['acute', 'chronic', true],
    ['rats', 'mice', true],
    ['micro', 'nano', true],
    ['hypothermia', 'hyperthermia', true],
    ['prenatal', 'postnatal', true],
    ['intracellular', 'extracellular', true],
    ['inter', 'intra', false],
    ['supervised', 'unsupervised', true],
    ['linear', 'nonlinear', true],
    ['symptomatic', 'asymptomatic', true],
    ['cat', 'acat', false],
    ['hypoxy', 'hyperxy', false],
    ['hypoxyz', 'hyperxyz', true],
    ['men', 'before', false],
    ['tumor', 'tumour', false],
    ['vivo', 'vivo', false],
  ])('%s / %s: %s', (a, b, expected) => {
    expect([areContrasting(a, b), areContrasting(b, a)]).toEqual([expected, expected])
  })
})

describe('contrast', () => {
  it.each([
    { name: 'a pair among other words', a: ['cell', 'vivo'], b: ['study', 'vitro'], expected: 'vivo/vitro' },
    { name: 'two letters', a: ['b'], b: ['c'], expected: 'b/c' },
    { name: 'a letter and a word', a: ['b'], b: ['virus'], expected: null },
    { name: 'a letter on one side', a: ['b'], b: [], expected: null },
    { name: 'negation on the left', a: ['not'], b: [], expected: 'not' },
    { name: 'negation on the right', a: [], b: ['without'], expected: 'without' },
    { name: 'negation on both sides', a: ['not'], b: ['never'], expected: 'not' },
    { name: 'nothing', a: ['cell'], b: ['study'], expected: null },
    { name: 'no words', a: [], b: [], expected: null },
  ])('$name', ({ a, b, expected }) => {
    expect(contrast(a, b)).toBe(expected)
  })
})
