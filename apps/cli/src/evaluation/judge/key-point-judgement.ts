import { type GoldPoint, type PointVerdict, pointVerdicts } from '@winnow/domain/judging/key-points.ts'
import type { JudgeQuestion } from './judge.ts'
import { blindRules, dataBlock, replyRule } from './judge-prompt.ts'
import { type KeyedVerdicts, keyedVerdicts, keyOf, verdictList } from './keyed-verdicts.ts'

/** Changes with the wording below. */
export const keyPointPromptVersion = 'judge-key-points-1'

/** The places of `count` points in the order in which a repetition shows them: as they are, backwards, then each turned by one more. */
export function shownOrder(count: number, repetition: number): readonly number[] {
  const places = Array.from({ length: count }, (_, index) => (index + Math.floor(repetition / 2)) % count)
  return repetition % 2 === 0 ? places : places.reverse()
}

/** Asks what an answer does with each gold point. */
export function keyPointQuestion(
  question: string,
  text: string,
  points: readonly GoldPoint[],
  repetition: number,
): JudgeQuestion<KeyedVerdicts<PointVerdict>> {
  const system = [
    'You are given a research question, an answer to it, and key points that a good answer makes. Say what the answer does with each.',
    ...blindRules,
    'Verdicts:',
    '- supported: the answer says it, in whatever words, with the same direction, size and scope.',
    '- omitted: the answer does not say it, or only a part that leaves out what matters.',
    '- contradicted: the answer says otherwise.',
    'Judge only what the answer says, not whether the point is true. Name in a few words the place in the answer before each verdict.',
    'Give one verdict for each point, under its key.',
    replyRule,
  ].join('\n')
  const rows = shownOrder(points.length, repetition).map((place, index) => ({ key: keyOf('K', index), point: points[place]?.point }))
  const user = [dataBlock('question', [{ question }]), dataBlock('key-points', rows), dataBlock('answer', [{ answer: text }])].join('\n\n')
  return {
    about: 'key-points',
    repetition,
    promptVersion: keyPointPromptVersion,
    prompt: { system, user },
    schema: keyedVerdicts('K', points.length, pointVerdicts),
    schemaName: 'key_points',
  }
}

/** The verdicts of a reply to that question, in the order of the points as they are. */
export function pointVerdictsFrom(reply: KeyedVerdicts<PointVerdict>, count: number, repetition: number): readonly PointVerdict[] {
  const order = shownOrder(count, repetition)
  const shown = verdictList(reply, 'K', count)
  return shown.map((_, place) => shown[order.indexOf(place)] ?? 'omitted')
}
