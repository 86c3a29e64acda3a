import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { UsageError } from '@winnow/runs/usage-error.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { questionLines } from './question-lines.ts'
import { distinctQuestions, readQuestions } from './read-questions.ts'

const distinct = (...entries: readonly unknown[]) =>
  distinctQuestions(questionLines(entries.map((one) => JSON.stringify(one)).join('\n')), 'q.jsonl')

describe('questions of a file', () => {
  it('stand there once: what is asked again is left out, and told', () => {
    const { questions, notes } = distinct(
      { iid: 'a', question: 'Is it safe?', gold: ['yes'] },
      { iid: 'a', question: 'Is it safe?', gold: ['yes'] },
      { iid: 'b', question: 'is it SAFE', gold: ['no'] },
      { iid: 'c', question: 'Is it new?', gold: ['yes'] },
    )
    expect(questions.map(({ id }) => id)).toEqual(['a', 'c'])
    expect(notes).toEqual([
      'line 2 asks what line 1 asks: it is left out',
      'line 3 asks what line 1 asks, with other gold points: it is left out',
    ])
  })
  it('without an id are named by their line, and that is known', () => {
    expect([...distinct({ iid: 'a', question: 'Is it safe?' }, { question: 'Is it new?' }, { question: 'is it new' }).numbered]).toEqual([
      'q2',
    ])
  })
  it('have ids of their own', () => {
    expect(() => distinct({ iid: 'a', question: 'Is it safe?' }, { iid: 'a', question: 'Is it new?' })).toThrow(
      new UsageError('--questions q.jsonl: line 2 has the id a of line 1, which is another question: give it one of its own'),
    )
  })
  it('without gold points stay, and are counted', () => {
    const { questions, notes } = distinct({ question: 'Is it safe?' }, { question: 'Is it new?', gold: ['yes'] })
    expect(questions).toHaveLength(2)
    expect(notes).toEqual(['1 of 2 questions have no gold points: they have no key-point recall and no score'])
    expect(distinct({ question: 'Is it new?', gold: ['yes'] }).notes).toEqual([])
  })
  it('that cannot be read or asked are told all at once, ten at most', () => {
    expect(() => distinct('a', { question: 'x'.repeat(4001) }, { question: 'x' })).toThrow(
      '--questions q.jsonl: line 1 is no object; line 2: the question has 4001 characters, at most 4000 are read',
    )
    const wrong = Array.from({ length: 12 }, () => 'a')
    expect(() => distinct(...wrong)).toThrow(/line 10 is no object; and 2 more$/)
    expect(() => distinct(...wrong.slice(2))).toThrow(/line 10 is no object$/)
  })
  it('are some', () => {
    expect(() => distinct()).toThrow(
      '--questions q.jsonl holds no question. A line looks like {"iid": "q1", "question": "…", "gold": ["…"]}',
    )
  })
})

describe('the file', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'winnow-questions-'))
  })
  afterAll(() => rm(folder, { recursive: true }))
  it('may begin with a byte order mark', async () => {
    await writeFile(join(folder, 'q.jsonl'), '\ufeff{"question":"Is it safe?"}\r\n')
    expect((await readQuestions(join(folder, 'q.jsonl'), 'q.jsonl')).questions[0]?.question).toBe('Is it safe?')
  })
  it('that is not there is told as the user named it', async () => {
    await expect(readQuestions(join(folder, 'no.jsonl'), 'no.jsonl')).rejects.toThrow('--questions no.jsonl cannot be read: ENOENT')
    await expect(readQuestions(join(folder, 'no.jsonl'), 'no.jsonl', '--other')).rejects.toThrow('--other no.jsonl cannot be read: ENOENT')
    await writeFile(join(folder, 'empty.jsonl'), '')
    await expect(readQuestions(join(folder, 'empty.jsonl'), 'e', '--other')).rejects.toThrow('--other e holds no question')
    await writeFile(join(folder, 'text.jsonl'), 'text')
    await expect(readQuestions(join(folder, 'text.jsonl'), 't', '--other')).rejects.toThrow('--other t: line 1')
  })
})
