import { describe, expect, it } from 'vitest'
import { conceptsOf, questionTerms, subjectTerms } from './question-terms.ts'

const shown = (terms: readonly (readonly string[])[]) => terms.map((term) => term.join('+'))

describe('subjectTerms', () => {
  it.each([
    ['words and pairs, stemmed', 'stem cells', ['stem', 'cell', 'stem+cell']],
    ['a stop word does not break a pair', 'osteoarthritis of the knee', ['osteoarthriti', 'knee', 'osteoarthriti+knee']],
    ['general words are none and break a pair', 'sleep outcomes gout', ['sleep', 'gout']],
    ['also when they are inflected', 'sleep: a systematic review and meta-analyses', ['sleep']],
    ['general words only', 'the effects of interventions', []],
    ['nothing', '', []],
  ])('%s', (_, text, terms) => {
    expect(shown(subjectTerms(text))).toEqual(terms)
  })
})

describe('questionTerms', () => {
  it.each([
    ['are the subject terms', 'effects of sleep', ['sleep']],
    ['of general words only, all', 'the effects of interventions', ['effect', 'intervention', 'effect+intervention']],
    ['of stop words only, none', 'what is the', []],
  ])('%s', (_, text, terms) => {
    expect(shown(questionTerms(text))).toEqual(terms)
  })
})

describe('conceptsOf', () => {
  it.each([
    ['stop words divide', 'stem cells for knee osteoarthritis', ['stem cells', 'knee osteoarthritis']],
    ['general words divide', 'sleep outcomes gout', ['sleep', 'gout']],
    ['marks divide', 'gout; sleep: diet, heat (cold)/rain? wind! fog. snow', 'gout sleep diet heat cold rain wind fog snow'.split(' ')],
    ['what is written as one word stays together', 'the object-in-context task', ['object-in-context task']],
    ['none of general words', 'effects of interventions', []],
  ])('%s', (_, question, names) => {
    expect(conceptsOf(question).map(({ name }) => name)).toEqual(names)
  })

  it('has the terms of its words', () => {
    expect(conceptsOf('stem cells for gout').map(({ terms }) => shown(terms))).toEqual([['stem', 'cell', 'stem+cell'], ['gout']])
  })
})
