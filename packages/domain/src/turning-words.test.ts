import { describe, expect, it } from 'vitest'
import { isHedge, isNegation } from './turning-words.ts'

const negations = 'no not never none nor neither cannot without hardly rarely unlikely fail fails failed lack lacks lacked'.split(' ')
const contracted = 'dont doesnt didnt isnt arent wasnt werent hasnt havent hadnt cant wont couldnt wouldnt shouldnt'.split(' ')
const hedges = 'may might could unless except only less fewer'.split(' ')

describe('turning words', () => {
  it.each([...negations, ...contracted])('"%s" negates', (word) => {
    expect([isNegation(word), isHedge(word)]).toEqual([true, false])
  })
  it.each(hedges)('"%s" hedges', (word) => {
    expect([isNegation(word), isHedge(word)]).toEqual([false, true])
  })
  it.each(['patient', 'want', 'note', 'knot', 'maybe', 'lesson', 'unless it', 'failure', 'wouldn', 'significant'])(
    '"%s" does neither',
    (word) => {
      expect([isNegation(word), isHedge(word)]).toEqual([false, false])
    },
  )
})
