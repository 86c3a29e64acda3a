import { type GoldPoint, mostKeyPoints } from '@winnow/domain/judging/key-points.ts'
import { firstText, parsedJson } from '../json-entry.ts'
import type { EvaluationQuestion } from './evaluation-question.ts'

/** A question, where it stands, and what a person should know of it; or what is wrong. */
export type QuestionLine =
  | {
      readonly ok: true
      readonly place: string
      readonly question: EvaluationQuestion
      /** The entry gives no id: that of the question is made of its number. */
      readonly numbered: boolean
      readonly notes: readonly string[]
    }
  | { readonly ok: false; readonly problem: string }

const idMembers = ['iid', 'id', 'query_id', 'question_id']
const questionMembers = ['question', 'query']
const goldMembers = ['gold', 'keyPoints', 'key_points']

/**
 * The questions of a file's text: JSON lines, or one JSON list. An entry has a question (`question` or `query`), and may have an id
 * (`iid` or `id`; q and its line otherwise), gold points (`gold`, `keyPoints` or `key_points`: texts, or {"point", "weight"}), an
 * `origin` and a `reference`. Of more than 10 gold points the first 10 are used (spec §13), of equal ones the first.
 */
export function questionLines(text: string): readonly QuestionLine[] {
  if (text.trimStart().startsWith('[')) {
    const list = parsedJson(text)
    if (!Array.isArray(list)) return [{ ok: false, problem: 'it begins as a JSON list and is none' }]
    return list.map((entry: unknown, index) => readEntry(entry, `entry ${index + 1}`, index + 1))
  }
  return text.split('\n').flatMap((line, index) => {
    if (line.trim() === '') return []
    const entry = parsedJson(line)
    const place = `line ${index + 1}`
    return [entry === undefined ? { ok: false as const, problem: `${place} is no JSON` } : readEntry(entry, place, index + 1)]
  })
}

function readEntry(entry: unknown, place: string, number: number): QuestionLine {
  const refused = (what: string) => ({ ok: false as const, problem: `${place} ${what}` })
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) return refused('is no object')
  const question = firstText(entry, questionMembers)
  if (question === null) return refused('has no question ("question" or "query")')
  const gold = readGold(entry)
  if (typeof gold === 'string') return refused(gold)
  const points = gold.filter(({ point }, index) => gold.findIndex((other) => plain(other.point) === plain(point)) === index)
  const used = points.slice(0, mostKeyPoints)
  const notes = [
    ...(points.length < gold.length ? [`${place}: ${gold.length - points.length} gold points stand there twice and count once`] : []),
    ...(used.length < points.length ? [`${place}: ${points.length} gold points, of which the first ${mostKeyPoints} are used`] : []),
  ]
  const id = firstText(entry, idMembers)
  return {
    ok: true,
    place,
    numbered: id === null,
    question: {
      id: id ?? `q${number}`,
      question,
      origin: firstText(entry, ['origin']),
      gold: used,
      reference: firstText(entry, ['reference']),
    },
    notes,
  }
}

/** The gold points of an entry, or what is wrong with them; none where it has no such member, or null there. */
function readGold(entry: object): readonly GoldPoint[] | string {
  const member = goldMembers.find((name) => Object.hasOwn(entry, name) && Reflect.get(entry, name) !== null)
  if (member === undefined) return []
  const list: unknown = Reflect.get(entry, member)
  if (!Array.isArray(list)) return `has "${member}" that is no list: give ["point", …] or [{"point": "…", "weight": 1}, …]`
  const points: GoldPoint[] = []
  for (const [index, given] of list.entries()) {
    const one: unknown = given
    const whole = typeof one === 'object' && one !== null ? one : { point: one }
    const point = firstText(whole, ['point', 'text'])
    if (point === null) return `has gold point ${index + 1} without a text`
    const weight: unknown = Object.hasOwn(whole, 'weight') ? Reflect.get(whole, 'weight') : 1
    if (typeof weight !== 'number' || !Number.isFinite(weight) || weight <= 0)
      return `has gold point ${index + 1} whose weight is no number over 0`
    points.push({ point, weight })
  }
  return points
}

/** Letters and digits alone, for telling whether two texts are the same. */
export function plain(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}
