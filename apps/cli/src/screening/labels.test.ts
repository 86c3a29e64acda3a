import { UsageError } from '@winnow/runs/usage-error.ts'
import { expect, it } from 'vitest'
import { readLabels } from './labels.ts'

const read = (...values: readonly (string | undefined)[]) =>
  readLabels(
    'label',
    values.map((_, index) => `r${index}`),
    values,
  )

it.each([
  ...['1', '1.0', 'true', 'True', 'YES', 'include', 'Included', ' 1 '].map((value) => ({ value, label: true })),
  ...['0', '0.0', 'false', 'no', 'exclude', 'EXCLUDED'].map((value) => ({ value, label: false })),
  ...['', '  ', undefined].map((value) => ({ value, label: null })),
])('"$value" is $label', ({ value, label }) => {
  expect(read(value)).toEqual([label])
})

it.each(['2', '-1', 'maybe', '10', 'relevant?', '00'])('"%s" is no label, and the first such record is named', (value) => {
  const fault = `--labels label: the record r2 has "${value}", which is no label: write 1 or 0 (true/false, yes/no, included/excluded), or nothing where there is none`
  expect(() => read('1', '0', value, 'worse')).toThrow(new UsageError(fault))
})

it('a long value is cut', () => {
  expect(() => read('x'.repeat(41))).toThrow(`"${'x'.repeat(40)}…"`)
  expect(() => read('x'.repeat(40))).toThrow(`"${'x'.repeat(40)}"`)
})
