import { Command } from '@commander-js/extra-typings'
import { UsageError } from '@winnow/runs/usage-error.ts'
import { describe, expect, test } from 'vitest'
import { addAnswerOptions, askedAnswer } from './answer-options.ts'

function asked(...argv: readonly string[]) {
  const command = addAnswerOptions(new Command('answer').argument('[question...]'))
    .exitOverride()
    .configureOutput({ writeErr: () => {} })
  command.parse([...argv], { from: 'user' })
  return askedAnswer(command.args, command.opts())
}

describe('what is asked', () => {
  const plain = { kind: 'answer', question: 'What helps?' }
  test.each<[string, readonly string[], object]>([
    ['a question alone: the rest is for whoever answers', ['What helps?'], {}],
    ['words without quotes', ['What', 'helps?'], {}],
    ['a library', ['What helps?', '--library', 'a.bib', '-l', 'b.ris'], {}],
    ['sources by comma', ['What helps?', '--sources', 'web, OpenAlex'], { sources: ['web', 'openalex'] }],
    ['sources one by one', ['What helps?', '--source', 'web', '--source', 'arxiv'], { sources: ['web', 'arxiv'] }],
    ['sources in both ways, each once', ['What helps?', '--source', 'web', '--sources', 'arxiv,web'], { sources: ['arxiv', 'web'] }],
    ['the library beside a source', ['What helps?', '-l', 'a.bib', '--sources', 'library,web'], { sources: ['library', 'web'] }],
    [
      'models',
      ['What helps?', '--model', 'openai:m', '--model-agent', 'none', '--model-summarizer', 'openai:s', '--model-judge', 'openai:j'],
      { model: 'openai:m', models: { agent: 'none', summarizer: 'openai:s', judge: 'openai:j' } },
    ],
    [
      'budgets',
      ['What helps?', '--max-tokens', '9', '--max-cost', '0.5', '--max-minutes', '2'],
      { limits: { maxTokens: 9, maxCostUsd: 0.5, maxMinutes: 2 } },
    ],
    [
      'years and a date',
      ['What helps?', '--from', '2001', '--to', '2001', '--as-of', '2026-07-01'],
      { fromYear: 2001, toYear: 2001, asOf: '2026-07-01' },
    ],
    ['a failing provider', ['What helps?', '--on-provider-failure', 'degrade'], { onProviderFailure: 'degrade' }],
    [
      'every limit of an answer, at its least',
      [
        'What helps?',
        '--max-searches',
        '0',
        '--max-turns',
        '0',
        '--top-k',
        '1',
        '--top-n',
        '1',
        '--passage-tokens',
        '64',
        '--attempts',
        '1',
      ],
      { answer: { maxSearches: 0, maxTurns: 0, topK: 1, topN: 1, passageTokens: 64, attempts: 1 } },
    ],
    [
      'every limit of an answer, at its most',
      [
        'What helps?',
        '--max-searches',
        '50',
        '--max-turns',
        '200',
        '--top-k',
        '1000',
        '--top-n',
        '100',
        '--passage-tokens',
        '100000',
        '--attempts',
        '10',
      ],
      { answer: { maxSearches: 50, maxTurns: 200, topK: 1000, topN: 100, passageTokens: 100_000, attempts: 10 } },
    ],
  ])('%s', (_, argv, more) => {
    expect(asked(...argv)).toEqual({ ...plain, ...more })
  })
})

describe('bad usage', () => {
  test.each<[string, readonly string[], string]>([
    ['no question', [], 'the question is empty: winnow answer "What is known about …?"'],
    ['a question of blanks', [' ', '\t'], 'the question is empty'],
    ['too long a question', ['q'.repeat(4001)], 'the question has 4001 characters, at most 4000 are read'],
    ['an unknown source', ['How?', '--source', 'openalx'], 'there is no source openalx'],
    ['a library that is not there', ['How?', '--sources', 'library'], 'the source library is named, but no library'],
    ['years the wrong way round', ['How?', '--from', '2002', '--to', '2001'], '--from 2002 is after --to 2001'],
    ['half a search', ['How?', '--max-searches', '1.5'], '--max-searches takes a whole number, not "1.5"'],
    ['too many searches', ['How?', '--max-searches', '51'], '--max-searches takes a whole number from 0 to 50, not 51'],
    ['too many turns', ['How?', '--max-turns', '201'], '--max-turns takes a whole number from 0 to 200, not 201'],
    ['no results', ['How?', '--top-k', '0'], '--top-k takes a whole number from 1 to 1000, not 0'],
    ['no passages', ['How?', '--top-n', '0'], '--top-n takes a whole number from 1 to 100, not 0'],
    ['too short a passage', ['How?', '--passage-tokens', '63'], '--passage-tokens takes a whole number from 64 to 100000, not 63'],
    ['no attempt', ['How?', '--attempts', '0'], '--attempts takes a whole number from 1 to 10, not 0'],
    ['no money', ['How?', '--max-cost', '0'], '--max-cost takes a positive number, not "0"'],
  ])('%s', (_, argv, says) => {
    expect(() => asked(...argv)).toThrow(UsageError)
    expect(() => asked(...argv)).toThrow(says)
  })

  test('a role of research is no option', () => {
    expect(() => asked('How?', '--model-reader', 'none')).toThrow('unknown option')
  })
})

test('help names the limits with their defaults, and the roles', () => {
  const help: string[] = []
  const command = addAnswerOptions(new Command('answer').argument('[question...]')).configureOutput({ writeOut: (text) => help.push(text) })
  command.outputHelp()
  const text = help.join('').replaceAll(/\s+/g, ' ')
  for (const limit of ['(default 5)', '(default 15)', '(default 100)', '(default 10)', '(default 4096)', '(default 3)'])
    expect(text).toContain(limit)
  expect(text).toContain('--model-<role> <spec>: agent, summarizer, judge.')
})
