import { describe, expect, test } from 'vitest'
import { readBoolean, readEnum, readNumber, readScore } from './coerce.ts'
import pbr020 from './fixtures/pbr-020.json' with { type: 'json' }

const options = ['include', 'exclude', 'unsure'] as const

describe('PBR-020: near-miss values in a screening verdict', () => {
  test.each([
    ['1', 'include', 0.8, true],
    ['2', 'include', 0.8, true],
    ['3', 'exclude', 0.9, false],
    ['4', null, 0.85, null],
    ['5', null, null, false],
    ['6', 'exclude', null, false],
    ['7', 'exclude', 0.85, false],
  ])('row %s', (row, decision, confidence, fullText) => {
    const given = pbr020.input.rows.find((entry) => entry.row === row)?.in
    expect(readEnum(given?.decision, options)).toBe(decision)
    expect(readScore(given?.confidence)).toBe(confidence)
    expect(readBoolean(given?.has_full_text)).toBe(fullText)
  })
})

describe('readScore', () => {
  test.each([
    [0, 0],
    [1, 1],
    [0.25, 0.25],
    [-0.1, null],
    [1.5, null],
    [2, null],
    [10, null],
    [11, 0.11],
    [85.5, null],
    [100, 1],
    [101, null],
    ['0', 0],
    ['1', 1],
    ['0,8', 0.8],
    ['.5', 0.5],
    [' 0.8 ', 0.8],
    ['-0.5', null],
    ['85', 0.85],
    ['85%', 0.85],
    ['85 %', 0.85],
    ['0%', 0],
    ['100%', 1],
    ['101%', null],
    ['-1%', null],
    ['high%', null],
    ['8/10', 0.8],
    ['4 / 5', 0.8],
    ['8 out of 10', 0.8],
    ['8 of 10', 0.8],
    ['0/10', 0],
    ['10/10', 1],
    ['11/10', null],
    ['5/0', null],
    ['5/-5', null],
    ['-5/-5', null],
    ['1/1', 1],
    ['0.5/1', 0.5],
    ['a/10', null],
    ['8/b', null],
    ['high', null],
    ['', null],
    ['0.8 or 0.9', null],
    [null, null],
    [true, null],
    [[0.8], null],
    [Number.NaN, null],
  ])('%j → %j', (value, score) => {
    expect(readScore(value)).toBe(score)
  })
})

describe('readNumber', () => {
  test.each([
    ['20', 20],
    ['-3', -3],
    ['+3', 3],
    ['1.25', 1.25],
    ['1,25', 1.25],
    [',5', 0.5],
    [' 7 ', 7],
    ['', null],
    ['1.2.3', null],
    ['1e3', null],
    ['20 papers', null],
    ['0x10', null],
    ['5.', null],
  ])('%j → %j', (text, number) => {
    expect(readNumber(text)).toBe(number)
  })
})

describe('readBoolean', () => {
  test.each([
    [true, true],
    [false, false],
    [1, true],
    [0, false],
    [2, null],
    ['yes', true],
    ['Yes', true],
    ['y', true],
    ['TRUE', true],
    ['1', true],
    ['no', false],
    ['n', false],
    ['False', false],
    ['0', false],
    [' no ', false],
    ['yes.', true],
    ['no, only the abstract', false],
    ['Yes - in PMC', true],
    ['false, see the note', false],
    ['true (open access)', true],
    ['no idea', null],
    ['not sure', null],
    ['y: x', null],
    ['1.5', null],
    ['unknown', null],
    ['', null],
    [null, null],
    [['yes'], null],
  ])('%j → %j', (value, boolean) => {
    expect(readBoolean(value)).toBe(boolean)
  })
})

describe('readEnum', () => {
  test.each([
    ['include', 'include'],
    ['  Include. ', 'include'],
    ['"exclude"', 'exclude'],
    ['included', 'include'],
    ['includes', 'include'],
    ['Exclude: wrong population', 'exclude'],
    ['exclude (no trial), although unsure', 'exclude'],
    ['exclude, off topic', 'exclude'],
    ['Exclude — off topic', 'exclude'],
    ['exclude\nbecause', 'exclude'],
    ['The decision is: exclude', null],
    ['the decision is exclude', 'exclude'],
    ['should be included', 'include'],
    ['I would exclude', 'exclude'],
    ['do not include', 'exclude'],
    ["don't include", 'exclude'],
    ['not excluded', 'include'],
    ['never exclude', 'include'],
    ['not unsure', null],
    ['include or exclude', null],
    ['unsure whether to include', null],
    ['partially include', null],
    ['reinclude', null],
    ['', null],
    ['-', null],
    [['include', 'exclude'], null],
    [[['include']], 'include'],
    [3, null],
    [null, null],
  ])('%j → %j', (value, option) => {
    expect(readEnum(value, options)).toBe(option)
  })

  test.each([
    ['CANNOT_CHECK', 'cannot-check'],
    ['cannot check', 'cannot-check'],
    ['supported', 'supported'],
    ['unsupported', 'unsupported'],
    ['not supported', 'unsupported'],
    ['not unsupported', 'supported'],
    ['partially supported', null],
    ['not partial', null],
  ])('of a citation check: %j → %j', (value, option) => {
    expect(readEnum(value, ['supported', 'partial', 'unsupported', 'cannot-check'])).toBe(option)
  })

  test.each([
    ['not relevant', ['relevant', 'irrelevant'], 'irrelevant'],
    ['does not supports', ['supports', 'refutes', 'mixed'], 'refutes'],
    ['not yes', ['yes', 'no'], 'no'],
    ['not true', ['true', 'false'], 'false'],
    ['not include', ['include', 'unsure'], null],
    ['does not relevant', ['irrelevant', 'relevant'], 'irrelevant'],
  ])('a negated option is its opposite where that is an option: %j of %j → %j', (value, own, option) => {
    expect(readEnum(value, own)).toBe(option)
  })
})
