import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newRunRequest } from '@winnow/contracts/api/new-run-request.ts'
import { UsageError } from '@winnow/runs/usage-error.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ResearchFlags } from '../commands/research-options.ts'
import { readRemoteRequest } from './remote-request.ts'

let folder: string
const subquestions = [1, 2].map((n) => ({ text: `Q${n}`, rationale: '', priority: n }))
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'winnow-request-'))
  await writeFile(join(folder, 'criteria.txt'), ' humans only\n')
  await writeFile(join(folder, 'empty.txt'), ' \n')
  await writeFile(join(folder, 'plan.json'), JSON.stringify({ question: 'Planned?', subquestions }))
})
afterAll(() => rm(folder, { recursive: true }))

const read = (flags: ResearchFlags = {}, words: readonly string[] = ['How', ' is  it? ']) => readRemoteRequest(words, flags, folder)

test('only what was given is sent', async () => {
  expect(await read()).toEqual({ request: { question: 'How is it?' }, libraryPaths: [] })
})

test('everything that makes sense at a server', async () => {
  const { request, libraryPaths } = await read({
    asOf: '2026-01-02',
    criteria: 'criteria.txt',
    sources: 'openalex, Library,openalex',
    from: 2001,
    to: 2001,
    maxSubquestions: 2,
    maxIterations: 1,
    maxReads: 0,
    maxSearches: 2,
    maxTokens: 3,
    maxCost: 0.5,
    maxMinutes: 1.5,
    maxSnowballRounds: 0,
    fullText: true,
    onProviderFailure: 'degrade',
    model: 'openai:m',
    plan: 'plan.json',
    seed: ['10.5555/X', 'doi:10.5555/x', 'PMC7'],
    library: ['a.bib', '/b'],
    ...{ modelReader: 'none', modelJudge: 'ollama:q' },
    screeners: 2,
    screener2Model: 'openai:n',
    rescreen: 0,
  })
  expect(libraryPaths).toEqual([join(folder, 'a.bib'), '/b'])
  expect(request).toEqual({
    question: 'How is it?',
    asOf: '2026-01-02',
    criteria: 'humans only',
    sources: ['openalex', 'library'],
    fromYear: 2001,
    toYear: 2001,
    maxSubquestions: 2,
    limits: { maxIterations: 1, maxReads: 0, maxSearches: 2, maxTokens: 3, maxCostUsd: 0.5, maxMinutes: 1.5, maxSnowballRounds: 0 },
    fullText: true,
    onProviderFailure: 'degrade',
    model: 'openai:m',
    models: { screener2: 'openai:n', reader: 'none', judge: 'ollama:q' },
    screeners: 2,
    rescreen: 0,
    plan: subquestions,
    seeds: ['doi:10.5555/x', 'pmcid:PMC7'],
  })
  expect(newRunRequest.safeParse(request).error).toBeUndefined()
})

test('a plan brings its question, and criteria without words are none', async () => {
  expect((await read({ plan: 'plan.json', criteria: 'empty.txt' }, [])).request).toEqual({ question: 'Planned?', plan: subquestions })
})

describe('what makes no sense anywhere is said before anything is sent', () => {
  test.each<[string, ResearchFlags, string]>([
    ['years', { from: 2002, to: 2001 }, '--from 2002 is after --to 2001'],
    ['an unknown source', { sources: 'openalx' }, 'openalx'],
    ['the library without one', { sources: 'library' }, 'the source library is named, but no library'],
    ['a seed', { seed: ['nonsense'] }, '"nonsense" is no identifier of a work'],
    ['a plan that is too long', { plan: 'plan.json', maxSubquestions: 1 }, 'the plan has 2 subquestions, more than --max-subquestions 1'],
    ['criteria that are not there', { criteria: 'none.txt' }, '--criteria'],
    ['three screeners', { screeners: 3 }, '--screeners takes 1 or 2, not 3'],
    ['a plan that is not there', { plan: 'none.json' }, '--plan'],
  ])('%s', async (_, flags, says) => {
    await expect(read(flags)).rejects.toThrow(UsageError)
    await expect(read(flags)).rejects.toThrow(says)
  })

  test('no question', async () => {
    await expect(read({}, [' '])).rejects.toThrow('the question is empty')
  })
})
