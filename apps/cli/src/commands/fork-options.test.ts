import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { modelRoles, researchRoles } from '@winnow/contracts/entities/model-role.ts'
import type { RunOptions } from '@winnow/contracts/entities/run-options.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { otherModels, readPlanEdits } from './fork-options.ts'

const every = (spec: string, own: Partial<RunOptions['models']> = {}) =>
  ({ ...Object.fromEntries(modelRoles.map((role) => [role, spec])), ...own }) as RunOptions['models']
const config = { environment: { OPENAI_API_KEY: 'k' } }

describe('the models of a fork that differ from its parent’s', () => {
  const parent = every('openai:m', { judge: 'none', screener2: 'none', critic: 'none', agent: 'none', summarizer: 'none' })
  const rest = (spec: string) =>
    Object.fromEntries(researchRoles.filter((role) => role !== 'judge' && role !== 'screener2').map((role) => [role, spec]))
  test.each<[string, string | undefined, Partial<RunOptions['models']>, Partial<RunOptions['models']>]>([
    ['nothing is named', undefined, {}, {}],
    ['one for all: every role but the judge and the second screener', 'openai:n', {}, rest('openai:n')],
    ['one for all that most have: those that have another', 'openai:m', {}, { critic: 'openai:m' }],
    ['one role', undefined, { screener: 'openai:n' }, { screener: 'openai:n' }],
    [
      'a role goes before the one for all',
      'none',
      { reader: 'openai:m' },
      { ...rest('none'), reader: undefined, critic: undefined } as never,
    ],
    ['the judge, when named', undefined, { judge: 'openai:n' }, { judge: 'openai:n' }],
    ['the second screener, when named', undefined, { screener2: 'openai:n' }, { screener2: 'openai:n' }],
    ['a role as it was', undefined, { screener: 'openai:m' }, {}],
  ])('%s', (_, model, perRole, expected) => {
    expect(otherModels(parent, model, perRole, config)).toEqual(JSON.parse(JSON.stringify(expected)))
  })

  test('of a run of before there was a second screener, none is no other one', () => {
    const { screener2: _none, ...old } = parent
    expect(otherModels(old, undefined, {}, config)).toEqual({})
    expect(otherModels(old, undefined, { screener2: 'openai:n' }, config)).toEqual({ screener2: 'openai:n' })
  })

  test.each<[string, string | undefined, Partial<RunOptions['models']>, object]>([
    ['one for all', 'openai:n', {}, { agent: 'openai:n', summarizer: 'openai:n' }],
    ['one of its roles', undefined, { agent: 'openai:n' }, { agent: 'openai:n' }],
    ['the judge, when named', 'openai:m', { judge: 'openai:n' }, { judge: 'openai:n' }],
  ])('of an answer: %s', (_, model, perRole, expected) => {
    const answer = every('none', { agent: 'openai:m', summarizer: 'openai:m' })
    expect(otherModels(answer, model, perRole, config, 'answer')).toEqual(expected)
  })

  test('a role that the kind of run does not have is refused', () => {
    expect(() => otherModels(parent, undefined, { agent: 'none' }, config)).toThrow(
      '--model-agent: a run of kind research has the roles planner, intent',
    )
    expect(() => otherModels(every('none'), undefined, { reader: 'none' }, config, 'answer')).toThrow(
      '--model-reader: a run of kind answer has the roles agent, summarizer, judge',
    )
  })

  test('what cannot be read, or is not configured here, is refused; also a model of the parent that is still needed', () => {
    expect(() => otherModels(parent, 'gpt', {}, config)).toThrow('gpt')
    expect(() => otherModels(parent, undefined, { reader: 'anthropic:x' }, config)).toThrow('anthropic:x: ')
    expect(() => otherModels(parent, undefined, { reader: 'none' }, { environment: {} })).toThrow('openai:m: ')
    expect(otherModels(parent, 'none', {}, { environment: {} }).reader).toBe('none')
  })
})

describe('edits of the plan', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'winnow-edits-'))
    await writeFile(join(folder, 'edits.json'), `\uFEFF{"edits": [{"kind": "deprioritize", "subquestionId": "RQ1"}], "note": "x"}`)
    await writeFile(join(folder, 'broken.json'), '[{]')
  })
  afterAll(() => rm(folder, { recursive: true }))
  const close = { kind: 'close', subquestionId: 'RQ2' }

  test.each<[string, readonly string[], readonly unknown[]]>([
    ['none', [], []],
    ['one', [JSON.stringify(close)], [close]],
    ['a list, with blanks before it', [` [${JSON.stringify(close)}, ${JSON.stringify(close)}]`], [close, close]],
    ['an object with a list', [`{"edits":[${JSON.stringify(close)}]}`], [close]],
    ['a file, beside an argument', ['edits.json', JSON.stringify(close)], [{ kind: 'deprioritize', subquestionId: 'RQ1' }, close]],
  ])('%s', async (_, given, expected) => {
    expect(await readPlanEdits(given, folder)).toEqual(expected)
  })

  test.each([
    ['{"kind":"close"}', '--plan-edit is no edit of a plan: one such as {"kind":"add"'],
    ['[]', '--plan-edit is no edit of a plan'],
    ['{"edits":[]}', '--plan-edit is no edit of a plan'],
    ['{"kind":', '--plan-edit cannot be read as JSON'],
    ['broken.json', '--plan-edit broken.json cannot be read as JSON'],
    ['missing.json', '--plan-edit missing.json cannot be read as JSON: ENOENT'],
  ])('%s is refused', async (given, words) => {
    await expect(readPlanEdits([given], folder)).rejects.toThrow(words)
  })
})
