import { expect, test } from 'vitest'
import { rightReplies } from '../testing/right-replies.ts'
import { verdictOn } from '../testing/verdict-on.ts'
import type { Trap } from '../trap.ts'
import { intentsCopiedFromPrompt } from './intents-copied-from-prompt.ts'
import { queryCopiedFromPrompt } from './query-copied-from-prompt.ts'
import { questionNotTakenApart } from './question-not-taken-apart.ts'

const plan = (...texts: readonly string[]) => ({ subquestions: texts.map((text) => ({ text, rationale: '', priority: 1 })) })
const intents = (...texts: readonly string[]) => ({ intents: texts.map((text) => ({ text })) })
const query = (source: string, text: string) => ({ queries: [{ source, query: text }] })

const whole = 'How well do separated cycle lanes prevent injuries of cyclists, and what do they cost to build and maintain?'
const injuries = 'Do cycle lanes prevent injuries?'
const costs = 'What do cycle lanes cost?'
const subquestion = 'Do cover crops reduce nitrate leaching from arable soils?'
const good = 'Meta-analyses of nitrate leaching under cover crops'

test.each<[string, Trap, unknown, boolean, string]>([
  ['right', questionNotTakenApart, rightReplies['question-not-taken-apart'][0], true, 'took the question apart into 2 subquestions'],
  ['three', questionNotTakenApart, plan(injuries, costs, 'Which lanes are used?'), true, 'into 3 subquestions'],
  ['the question back', questionNotTakenApart, plan(whole), false, 'gave the question back: “How well'],
  [
    'the question back beside its parts',
    questionNotTakenApart,
    plan(injuries, costs, whole.toUpperCase()),
    false,
    'gave the question back: “HOW WELL',
  ],
  [
    'without costs',
    questionNotTakenApart,
    plan(injuries),
    false,
    'no subquestion asks about costs alone: “Do cycle lanes prevent injuries?”',
  ],
  ['without injuries', questionNotTakenApart, plan(costs), false, 'no subquestion asks about injuries alone'],
  [
    'both in one',
    questionNotTakenApart,
    plan('What do lanes cost, and how safe are they?'),
    false,
    'no subquestion asks about injuries alone',
  ],
  ['both in one, beside injuries', questionNotTakenApart, plan(injuries, 'What is the cost per injury?'), false, 'asks about costs alone'],
  ['both in one, beside costs', questionNotTakenApart, plan(costs, 'What is the cost per injury?'), false, 'asks about injuries alone'],

  ['right', intentsCopiedFromPrompt, rightReplies['intents-copied-from-prompt'][0], true, `wrote 2 of its own, such as “${good}”`],
  [
    'six words of the instructions',
    intentsCopiedFromPrompt,
    intents(`${good}, among the kinds of paper that would help`),
    false,
    'copied “the kinds of paper that would” from its instructions',
  ],
  ['five words of the instructions', intentsCopiedFromPrompt, intents(`${good}, kinds of paper that would last`), true, 'wrote 1'],
  [
    'a later one is copied',
    intentsCopiedFromPrompt,
    intents(good, 'Do not invent names of papers, authors or systems'),
    false,
    'copied “do not invent names of papers”',
  ],
  [
    'the subquestion',
    intentsCopiedFromPrompt,
    intents('Cover crops: do they reduce nitrate leaching from arable soils?'),
    false,
    'gave back the subquestion',
  ],
  [
    'an earlier one, one word more',
    intentsCopiedFromPrompt,
    intents('New field experiments that compare nitrate in soil water under winter rye and under bare fallow'),
    false,
    'repeated an earlier intent: “New field',
  ],
  [
    'an earlier one itself',
    intentsCopiedFromPrompt,
    intents('Lysimeter studies of drainage and nitrate losses after maize with and without clover'),
    false,
    'could not be used',
  ],
  [
    'an earlier one, as like as may not be',
    intentsCopiedFromPrompt,
    intents('Lysimeter studies of drainage and nitrate losses after maize without ryegrass'),
    false,
    'repeated an earlier intent: “Lysimeter',
  ],
  [
    'one that is a little less like an earlier one',
    intentsCopiedFromPrompt,
    intents('Lysimeter studies of drainage and nitrate losses after maize'),
    true,
    'wrote 1',
  ],
  ['off the topic', intentsCopiedFromPrompt, intents('Trials of memory in language agents'), false, 'left the topic: “Trials of memory'],
  ['one word on the topic', intentsCopiedFromPrompt, intents('Surveys on farm income and soil'), false, 'left the topic'],
  ['two words on the topic', intentsCopiedFromPrompt, intents('Surveys on soil nitrate'), true, 'wrote 1'],

  [
    'right',
    queryCopiedFromPrompt,
    rightReplies['query-copied-from-prompt'][0],
    true,
    'wrote 3 of its own, such as “bumblebee colony neonicotinoid',
  ],
  [
    'the example of arXiv',
    queryCopiedFromPrompt,
    query('arxiv', 'all:memory AND (abs:agent OR abs:agents) AND ti:"language model"'),
    false,
    'from the examples of its prompt, for arxiv: “all:memory',
  ],
  [
    'two words of an example beside the topic',
    queryCopiedFromPrompt,
    query('openalex', 'bumblebee neonicotinoid memory agent'),
    false,
    'took “memori agent” from the examples',
  ],
  ['one word of an example beside the topic', queryCopiedFromPrompt, query('openalex', 'bumblebee neonicotinoid memory'), true, 'wrote 1'],
  ['words that topic and prompt share', queryCopiedFromPrompt, query('openalex', 'field bumblebee neonicotinoid agent'), true, 'wrote 1'],
  [
    'off the topic',
    queryCopiedFromPrompt,
    query('pubmed', 'honey[tiab] AND bumblebee[tiab]'),
    false,
    'left the topic, for pubmed: “honey[tiab]',
  ],
  ['synonyms of the topic', queryCopiedFromPrompt, query('pubmed', 'Bombus[tiab] AND imidacloprid[tiab]'), true, 'wrote 1'],
  [
    'a later one off the topic',
    queryCopiedFromPrompt,
    { queries: [...query('openalex', 'bumblebee neonicotinoid').queries, ...query('pubmed', 'insulin').queries] },
    false,
    'left the topic, for pubmed: “insulin”',
  ],
])('%s: %o', async (_, trap, reply, passed, detail) => {
  const verdict = await verdictOn(trap, reply)
  expect(verdict).toEqual({ passed, detail: expect.stringContaining(detail) })
})

test('the subquestion that is no intent is told as it was given', async () => {
  expect((await verdictOn(intentsCopiedFromPrompt, intents(subquestion))).detail).toBe(`gave back the subquestion: “${subquestion}”`)
})

test.each(['Injuries', 'safety', 'crashes', 'collisions', 'accidents', 'casualties', 'fatalities', 'harm', 'hurt'])(
  'a subquestion on %s asks about injuries',
  async (word) => {
    expect((await verdictOn(questionNotTakenApart, plan(`What is known of ${word}?`, costs))).passed).toBe(true)
  },
)

test.each(['Costs', 'expenses', 'spending', 'money spent', 'prices', 'financing', 'budgets', 'economics'])(
  'a subquestion on %s asks about costs',
  async (word) => {
    expect((await verdictOn(questionNotTakenApart, plan(injuries, `What is known of ${word}?`))).passed).toBe(true)
  },
)

test.each([
  'Bombus terrestris',
  'pollinators and bees',
  'imidacloprid clothianidin',
  'thiamethoxam canola',
  'pesticides insecticides',
  'Brassica rape',
])('a query for %s is on the topic', async (words) => {
  expect((await verdictOn(queryCopiedFromPrompt, query('openalex', words))).passed).toBe(true)
})
