import { expect, test } from 'vitest'
import { wishesIn } from './wishes-in.ts'

test.each([
  ['a question alone', { question: 'q', query: 'q', iid: '1', stream: true }, []],
  ['a wish that is not there', { model: undefined }, []],
  [
    'every wish',
    {
      models: {},
      model: 'none',
      limits: {},
      answer: {},
      sources: ['web'],
      libraries: [],
      asOf: '2026-01-01',
      fromYear: 1,
      toYear: 1,
      onProviderFailure: 'stop',
    },
    ['asOf', 'sources', 'libraries', 'fromYear', 'toYear', 'onProviderFailure', 'model', 'models', 'answer', 'limits'],
  ],
])('%s', (_, body, wishes) => {
  expect(wishesIn(body)).toEqual(wishes)
})
