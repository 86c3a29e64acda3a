import type { KnownText } from '@winnow/domain/citation-support-lexical.ts'
import { readJsonl } from './labelled-data.ts'

/** A claim of SciFact with one of the abstracts it cites, and what the annotators found there. */
export interface CitedClaim {
  readonly claim: string
  readonly abstract: Abstract
  readonly label: 'SUPPORT' | 'CONTRADICT' | 'none'
  /** The abstract's sentences that show it; empty for "none". */
  readonly rationale: readonly string[]
  /** All abstracts that the claim cites. */
  readonly cited: readonly string[]
}

export interface Abstract {
  readonly id: string
  readonly title: string
  readonly sentences: readonly string[]
}

interface Claim {
  readonly split: string
  readonly claim: string
  readonly cited_doc_ids: readonly string[]
  readonly evidence: readonly { readonly doc_id: string; readonly label: 'SUPPORT' | 'CONTRADICT'; readonly sentences: readonly number[] }[]
}

/** The corpus of SciFact: 5,183 abstracts. */
export function scifactAbstracts(data: string): readonly Abstract[] {
  return readJsonl<Abstract>(data, 'retrieval-scifact', 'corpus.jsonl.gz')
}

/** Each claim of a split with each abstract it cites. */
export function citedClaims(data: string, abstracts: readonly Abstract[], split: 'train' | 'dev'): readonly CitedClaim[] {
  const byId = new Map(abstracts.map((abstract) => [abstract.id, abstract]))
  return readJsonl<Claim>(data, 'retrieval-scifact', 'claims.jsonl.gz')
    .filter((claim) => claim.split === split)
    .flatMap(({ claim, cited_doc_ids: cited, evidence }) =>
      cited.flatMap((id) => {
        const abstract = byId.get(id)
        if (abstract === undefined) return []
        const found = evidence.filter(({ doc_id: of }) => of === id)
        const rationale = [...new Set(found.flatMap(({ sentences }) => sentences))].map((at) => abstract.sentences[at] ?? '')
        return [{ claim, abstract, label: found[0]?.label ?? ('none' as const), rationale, cited }]
      }),
    )
}

/** An abstract as the evidence behind a citation of it. */
export function asEvidence({ title, sentences }: Abstract): readonly KnownText[] {
  return [{ claim: title, quote: sentences.join('\n') }]
}
