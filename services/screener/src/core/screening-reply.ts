import { repairId, repairIds } from '@winnow/domain/id-repair.ts'
import { numberedCriteria } from '@winnow/domain/screening/numbered-criteria.ts'
import { truncateText } from '@winnow/text/sanitise-text.ts'
import { z } from 'zod'
import type { AskedPaper } from './screening-prompt.ts'

/** Reasons for exclusion that a PRISMA flow can count. */
export const exclusions = [
  'off topic',
  'other population or setting',
  'other method or intervention',
  'other study design',
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
      /** The number of the criterion that decides ("E2"), where the prompt has criteria. */
      criterion: z.string().nullable().catch(null),
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
  /** One of the review's own criteria. */
  readonly criterion: string | null
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
 * contradict each other; nothing is matched by its place in the reply (PBR-019). `criteria` are those of the prompt.
 */
export function judge(
  reply: ScreeningReply,
  asked: readonly AskedPaper[],
  subquestions: ReadonlyMap<string, string>,
  criteria: string | null = null,
): Judged {
  const documentIds = asked.map((paper) => paper.text.documentId)
  const titles = new Map(asked.map((paper) => [paper.text.documentId, paper.text.title]))
  const notes = new Map<string, Said>()
  const given = new Map<string, Map<string, number[]>>()
  const numbers = numberedCriteria(criteria ?? '').map(({ id }) => id)
  let ignored = 0
  for (const entry of reply.papers) {
    const documentId = repairId(entry.documentId, documentIds, titles)
    const paper = asked.find((candidate) => candidate.text.documentId === documentId)
    if (documentId === null || paper === undefined) {
      ignored += 1
      continue
    }
    if (!notes.has(documentId)) notes.set(documentId, saidIn(entry, numbers))
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

type Said = Omit<Judgement, 'scores'>

/** What an entry says beside its scores. "e2", "E2: animals" name the criterion E2; one that the review does not have is none. */
function saidIn({ note, exclusion, criterion }: ScreeningReply['papers'][number], criteria: readonly string[]): Said {
  const named = /\b[IE]\d+\b/i.exec(criterion ?? '')?.[0].toUpperCase()
  return { note: truncateText(note, noteLength), exclusion, criterion: criteria.find((id) => id === named) ?? null }
}

function settle(
  asked: readonly AskedPaper[],
  given: ReadonlyMap<string, ReadonlyMap<string, readonly number[]>>,
  notes: ReadonlyMap<string, Said>,
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
    if (scores.size > 0) judgements.set(text.documentId, { note: '', exclusion: null, criterion: null, ...said, scores })
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
