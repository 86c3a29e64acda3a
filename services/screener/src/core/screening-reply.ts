import { repairId, repairIds } from '@winnow/domain/id-repair.ts'
import { truncateText } from '@winnow/text/sanitise-text.ts'
import { z } from 'zod'
import type { AskedPaper } from './screening-prompt.ts'

/** Reasons for exclusion that a PRISMA flow can count. */
export const exclusions = [
  'off topic',
  'other population or setting',
  'other method or intervention',
  'no findings on the subquestions',
  'not a research text',
  'does not meet the criteria',
] as const

/** A note is one line; what is longer is cut. */
export const noteLength = 300

/** A score that cannot be read is null: that pair is asked again, and the rest of the reply is kept (PBR-020). */
const score = z.number().min(0).max(1).nullable().catch(null)

export const screeningReply = z.object({
  papers: z.array(
    z.object({
      documentId: z.string(),
      note: z.string(),
      exclusion: z.enum(exclusions).nullable().catch(null),
      scores: z.array(z.object({ subquestionId: z.string(), score })),
    }),
  ),
})
export type ScreeningReply = z.output<typeof screeningReply>

/** Entries of one pair within a reply that differ by more than this contradict each other (spec §5). */
export const conflictOver = 0.5

export interface Judgement {
  readonly scores: ReadonlyMap<string, number>
  readonly note: string
  readonly exclusion: string | null
}

export interface Judged {
  readonly judgements: ReadonlyMap<string, Judgement>
  /** Pairs without a usable score: left out, unreadable or contradictory. */
  readonly missing: readonly { readonly documentId: string; readonly subquestionIds: readonly string[] }[]
  /** Entries about papers or subquestions that were not asked: ignored. */
  readonly ignored: number
}

/**
 * Matches a reply to what was asked. Ids are repaired first; several scores of one pair merge by maximum unless they
 * contradict each other; nothing is matched by its place in the reply (PBR-019).
 */
export function judge(reply: ScreeningReply, asked: readonly AskedPaper[], subquestions: ReadonlyMap<string, string>): Judged {
  const documentIds = asked.map((paper) => paper.text.documentId)
  const titles = new Map(asked.map((paper) => [paper.text.documentId, paper.text.title]))
  const notes = new Map<string, { note: string; exclusion: string | null }>()
  const given = new Map<string, Map<string, number[]>>()
  let ignored = 0
  for (const entry of reply.papers) {
    const documentId = repairId(entry.documentId, documentIds, titles)
    const paper = asked.find((candidate) => candidate.text.documentId === documentId)
    if (documentId === null || paper === undefined) {
      ignored += 1
      continue
    }
    if (!notes.has(documentId)) notes.set(documentId, { note: truncateText(entry.note, noteLength), exclusion: entry.exclusion })
    const pairs = given.get(documentId) ?? new Map<string, number[]>()
    given.set(documentId, pairs)
    for (const { subquestionId: raw, score: value } of entry.scores) {
      // "RQ1, RQ2" is one score for both.
      const { ids, unknown } = repairIds(raw, paper.subquestionIds, subquestions)
      ignored += unknown.length
      if (value !== null) for (const id of ids) pairs.set(id, [...(pairs.get(id) ?? []), value])
    }
  }
  return { ...settle(asked, given, notes), ignored }
}

function settle(
  asked: readonly AskedPaper[],
  given: ReadonlyMap<string, ReadonlyMap<string, readonly number[]>>,
  notes: ReadonlyMap<string, { readonly note: string; readonly exclusion: string | null }>,
): Omit<Judged, 'ignored'> {
  const judgements = new Map<string, Judgement>()
  const missing: { documentId: string; subquestionIds: string[] }[] = []
  for (const { text, subquestionIds } of asked) {
    const scores = new Map<string, number>()
    const open: string[] = []
    for (const subquestionId of subquestionIds) {
      const values = given.get(text.documentId)?.get(subquestionId) ?? []
      const conflict = values.length > 1 && Math.max(...values) - Math.min(...values) > conflictOver
      if (values.length === 0 || conflict) open.push(subquestionId)
      else scores.set(subquestionId, Math.max(...values))
    }
    const said = notes.get(text.documentId)
    if (scores.size > 0) judgements.set(text.documentId, { scores, note: said?.note ?? '', exclusion: said?.exclusion ?? null })
    if (open.length > 0) missing.push({ documentId: text.documentId, subquestionIds: open })
  }
  return { judgements, missing }
}

/** Adds the answers to the second request to those of the first; what the first one settled stays. */
export function mergeJudgements(
  first: ReadonlyMap<string, Judgement>,
  second: ReadonlyMap<string, Judgement>,
): ReadonlyMap<string, Judgement> {
  const merged = new Map(first)
  for (const [documentId, later] of second) {
    const earlier = merged.get(documentId)
    merged.set(documentId, earlier === undefined ? later : { ...earlier, scores: new Map([...later.scores, ...earlier.scores]) })
  }
  return merged
}
