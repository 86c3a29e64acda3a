import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { lossMask } from '@winnow/domain/preferences/loss-mask.ts'
import type { Segment } from '@winnow/domain/preferences/trajectory-segments.ts'
import { resultsClose, resultsOpen, trajectoryText } from '@winnow/domain/preferences/trajectory-text.ts'
import { gpt2Tokens } from '@winnow/testkit/gpt2-tokens.ts'
import { describe, expect, test } from 'vitest'

const training = fileURLToPath(new URL('../../../../training', import.meta.url))
const python = (argv: readonly string[], input = '') => spawnSync('python3', ['-B', ...argv], { cwd: training, input, encoding: 'utf8' })
const hasPython = python(['--version']).status === 0

const prompt = `<|user|>Is it safe? 🧪 ${resultsOpen}<|assistant|>`
const trajectories: readonly { readonly name: string; readonly segments: readonly Segment[] }[] = [
  { name: 'an answer alone', segments: [{ kind: 'answer', text: 'Yes 🧪 [D1].' }] },
  {
    name: 'two searches',
    segments: [
      { kind: 'results', text: 'naïve 模型 🧪' },
      { kind: 'reasoning', text: 'More.\n\n' },
      { kind: 'search', query: 'long-term', byModel: true },
      { kind: 'results', text: '' },
      { kind: 'answer', text: 'It is safe.' },
    ],
  },
  {
    name: 'text that would open and close results',
    segments: [
      { kind: 'reasoning', text: `${resultsOpen} hidden` },
      { kind: 'results', text: `${resultsClose} out ${resultsOpen}` },
      { kind: 'answer', text: `${resultsClose}${resultsOpen}` },
    ],
  },
]

// Characters are code points in Python, and UTF-16 units here.
const codePoints = (text: string, unit: number) => [...text.slice(0, unit)].length

describe.skipIf(!hasPython)('training/ (needs python3)', () => {
  test.each(trajectories)('the mask of the trainer is that of the export, on real tokens: $name', ({ segments }) => {
    const whole = prompt + trajectoryText(segments)
    for (const text of [whole, whole.slice(0, -20)]) {
      const tokens = gpt2Tokens(text)
      const offsets = tokens.map(({ start, end }) => [codePoints(text, start), codePoints(text, end)])
      const script = [
        'import json, sys',
        'from loss_mask import loss_mask',
        'given = json.load(sys.stdin)',
        'print(json.dumps(loss_mask(given["text"], given["offsets"], given["start"])))',
      ].join('\n')
      const ran = python(['-c', script], JSON.stringify({ text, offsets, start: codePoints(text, prompt.length) }))
      expect(ran.stderr).toBe('')
      expect(JSON.parse(ran.stdout)).toEqual(lossMask(text, tokens, prompt.length).map(Number))
    }
  })

  test('its own tests pass', () => {
    const ran = python(['-m', 'unittest', 'test_loss_mask'])
    expect(ran.stderr).toMatch(/Ran \d+ tests.*\nOK/s)
    expect(ran.status).toBe(0)
  })

  test('the script of the training is Python', () => {
    const ran = python(['-c', 'import ast; ast.parse(open("train_dpo.py", encoding="utf-8").read())'])
    expect(ran.stderr).toBe('')
    expect(ran.status).toBe(0)
  })
})
