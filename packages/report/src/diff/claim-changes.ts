import { claimKey } from '@winnow/domain/clusters.ts'
import type { EvidenceText } from '@winnow/domain/corpus.ts'
import { usableEvidence } from '@winnow/domain/evidence-owner.ts'
import { normaliseTitle } from '@winnow/text/normalise.ts'
import { evidenceText } from '../evidence.ts'
import { type Cause, type Comparison, causeOf } from './causes.ts'
import type { ComparedRun } from './compared-run.ts'
import { titleOf } from './document-changes.ts'
import type { SameWork } from './same-documents.ts'
import type { SameSubquestions } from './same-subquestions.ts'

/** An evidence item as a comparison names it. */
export interface ClaimMark {
  readonly evidenceId: string
  readonly documentId: string
  readonly subquestionId: string
  readonly title: string
  readonly claim: string
}

export interface ClaimChange {
  readonly a: ClaimMark
  readonly b: ClaimMark
  /** What is another: the claim itself (on the same quote), or how it stands. */
  readonly fields: readonly string[]
  readonly why: Cause
}

export interface ClaimChanges {
  readonly same: number
  readonly added: readonly (ClaimMark & { readonly why: Cause })[]
  readonly lost: readonly (ClaimMark & { readonly why: Cause })[]
  readonly changed: readonly ClaimChange[]
}

type Claim = ClaimMark & { readonly text: EvidenceText }

/**
 * The evidence that counts in two runs. Two items are one claim when they are of the same work and subquestion and say the
 * same, or, failing that, stand on the same quote.
 */
export function claimChanges(comparison: Comparison, works: readonly SameWork[], subquestions: SameSubquestions): ClaimChanges {
  const { a, b } = comparison
  const workOfA = new Map(works.flatMap((work, index) => work.a.map((id) => [id, index] as const)))
  const workOfB = new Map(works.flatMap((work, index) => work.b.map((id) => [id, index] as const)))
  const asB = (subquestionId: string) => subquestions.get(subquestionId) ?? `only A: ${subquestionId}`
  const left = claimsOf(a).map((claim) => ({ claim, place: `${workOfA.get(claim.documentId)} ${asB(claim.subquestionId)}` }))
  const right = claimsOf(b).map((claim) => ({ claim, place: `${workOfB.get(claim.documentId)} ${claim.subquestionId}` }))
  const open = new Set(right)
  const pairs: { readonly a: Claim; readonly b: Claim }[] = []
  let unmatched = left
  for (const key of [sameClaim, sameQuote]) {
    unmatched = unmatched.filter((one) => {
      const found = [...open].find(
        (other) => other.place === one.place && key(other.claim.text) !== '' && key(other.claim.text) === key(one.claim.text),
      )
      if (found === undefined) return true
      open.delete(found)
      pairs.push({ a: one.claim, b: found.claim })
      return false
    })
  }
  const changed = pairs
    .map((pair) => ({ ...pair, fields: otherFields(pair.a.text, pair.b.text) }))
    .filter(({ fields }) => fields.length > 0)
  return {
    same: pairs.length - changed.length,
    added: [...open].map(({ claim }) => ({ ...markOf(claim), why: causeOf(comparison, 'b', claim.text.pos) })),
    lost: unmatched.map(({ claim }) => ({ ...markOf(claim), why: causeOf(comparison, 'a', claim.text.pos) })),
    changed: changed.map(({ a: before, b: after, fields }) => ({
      a: markOf(before),
      b: markOf(after),
      fields,
      why: causeOf(comparison, 'b', after.text.pos),
    })),
  }
}

function claimsOf(run: ComparedRun): readonly Claim[] {
  return usableEvidence(run.state).map(({ evidenceId, documentId, subquestionId }) => {
    const text = evidenceText(run.corpus, evidenceId)
    return { evidenceId, documentId, subquestionId, title: titleOf(run, documentId).title, claim: text.claim, text }
  })
}

function sameClaim({ claim }: EvidenceText): string {
  return claimKey(claim)
}

function sameQuote({ quote }: EvidenceText): string {
  return normaliseTitle(quote)
}

/** How two items of one claim differ: "claim", or "support refutes, was supports". */
function otherFields(before: EvidenceText, after: EvidenceText): readonly string[] {
  const claim = claimKey(before.claim) === claimKey(after.claim) ? [] : ['claim']
  const fields = (['support', 'strength', 'quoteCheck', 'depth'] as const).filter((field) => before[field] !== after[field])
  return [...claim, ...fields.map((field) => `${field} ${after[field]}, was ${before[field]}`)]
}

function markOf({ text: _, ...mark }: Claim): ClaimMark {
  return mark
}
