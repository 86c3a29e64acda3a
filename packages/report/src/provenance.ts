import type { CitedSentence } from '@winnow/contracts/entities/report.ts'
import { compareIds } from '@winnow/contracts/ids.ts'
import type { TypedEvent } from '@winnow/contracts/registry.ts'
import { ownerOf } from '@winnow/domain/evidence-owner.ts'
import { resolveDocument } from '@winnow/domain/state.ts'
import { type CitationNumbers, citationNumbers } from './citation-numbers.ts'
import { documentOutcomes } from './document-outcome.ts'
import { EventTrail } from './provenance/event-trail.ts'
import { nearTargets, parseTarget, targetNumber } from './provenance/targets.ts'
import type { Why, WhyFound, WhySentence, WhyTarget } from './provenance/why.ts'
import { whyDocument } from './provenance/why-document.ts'
import type { RunMaterial } from './run-material.ts'
import { writtenSentences } from './written-sentences.ts'

/** What a target rests on: the sentences that use it, and for each live document the evidence items to tell of. */
interface Basis {
  readonly sentences: readonly number[]
  readonly evidence: ReadonlyMap<string, readonly string[]>
}

/**
 * Walks back from an evidence item, a citation, a document or a sentence of the report to quote, reading, screening,
 * merges, query, intent and subquestion, with the events of the log behind each step and what they cost; from a citation, a
 * document or a sentence of an answer to passages, summaries, searches and the turns that asked for them. `events` is the
 * run's whole log, `passages` the texts of an answer's passages by their hashes. A target that does not exist is a value,
 * with near matches.
 */
export function why(
  asked: string,
  material: RunMaterial,
  events: readonly TypedEvent[],
  passages: ReadonlyMap<string, string> = new Map(),
): Why {
  const numbers = citationNumbers(material.state, material.content)
  const target = parseTarget(asked)
  const basis = target === null ? null : basisOf(material, numbers, target)
  if (target === null || basis === null) return { found: false, asked, near: nearTargets(material, numbers, asked, target) }
  const trail = new EventTrail(events)
  const outcomes = documentOutcomes(material)
  const documents = [...basis.evidence.entries()].flatMap(([documentId, evidenceIds]) => {
    const outcome = outcomes.get(documentId)
    return outcome === undefined ? [] : [whyDocument(material, trail, documentId, outcome, evidenceIds, passages)]
  })
  return {
    found: true,
    target,
    runId: material.runId,
    question: material.state.request?.question ?? '',
    sentences: basis.sentences.flatMap((number) => sentenceOf(material, numbers, number)),
    documents,
    ...whyWritten(material, trail),
    cost: trail.cost(),
  }
}

function whyWritten({ answer }: RunMaterial, trail: EventTrail): Pick<WhyFound, 'written'> {
  const [event] = answer === undefined ? [] : trail.of('AnswerWritten')
  if (event === undefined) return {}
  const { writer, mode } = event.data
  return { written: { writer, mode, event: trail.name(event) } }
}

/** null when the target does not exist. */
function basisOf(material: RunMaterial, numbers: CitationNumbers, target: WhyTarget): Basis | null {
  const { state } = material
  switch (target.kind) {
    case 'evidence': {
      const evidence = state.evidence[target.id]
      const owner = evidence === undefined ? null : ownerOf(state, evidence)
      if (owner === null) return null
      const sentences = sentencesWhere(material, (sentence) => sentence.evidence.includes(target.id))
      return { sentences, evidence: new Map([[owner.documentId, [target.id]]]) }
    }
    case 'document': {
      const documentId = resolveDocument(state, target.id)
      if (state.documents[documentId] === undefined) return null
      return { sentences: sentencesCiting(material, documentId), evidence: new Map([[documentId, evidenceOf(material, documentId)]]) }
    }
    case 'citation': {
      const documentId = numbers.documents[targetNumber(target) - 1]
      if (documentId === undefined) return null
      const sentences = sentencesCiting(material, documentId)
      const used = new Set(sentences.flatMap((number) => sentenceAt(material, number)?.evidence ?? []))
      const own = evidenceOf(material, documentId)
      const behind = own.filter((id) => used.has(id))
      return { sentences, evidence: new Map([[documentId, behind.length > 0 ? behind : own]]) }
    }
    case 'sentence': {
      const sentence = sentenceAt(material, targetNumber(target))
      if (sentence === undefined) return null
      const documents = sentence.citations.map((citation) => resolveDocument(state, citation))
      const evidence = documents.map((id) => [id, evidenceOf(material, id).filter((item) => sentence.evidence.includes(item))] as const)
      return { sentences: [targetNumber(target)], evidence: new Map(evidence) }
    }
  }
}

/** The evidence items that a live document owns, by number. */
function evidenceOf({ state }: RunMaterial, documentId: string): readonly string[] {
  return Object.values(state.evidence)
    .filter((item) => ownerOf(state, item)?.documentId === documentId)
    .map((item) => item.evidenceId)
    .sort(compareIds)
}

function sentencesCiting(material: RunMaterial, documentId: string): readonly number[] {
  return sentencesWhere(material, ({ citations }) => citations.some((citation) => resolveDocument(material.state, citation) === documentId))
}

function sentencesWhere(material: RunMaterial, test: (sentence: CitedSentence) => boolean): readonly number[] {
  return writtenSentences(material).flatMap((sentence, index) => (test(sentence) ? [index + 1] : []))
}

function sentenceAt(material: RunMaterial, number: number): CitedSentence | undefined {
  return writtenSentences(material)[number - 1]
}

function sentenceOf(material: RunMaterial, numbers: CitationNumbers, number: number): readonly WhySentence[] {
  const sentence = sentenceAt(material, number)
  if (sentence === undefined) return []
  const cited = sentence.citations.flatMap((citation) => numbers.byDocument.get(resolveDocument(material.state, citation)) ?? [])
  return [
    {
      number,
      text: sentence.text,
      citations: [...new Set(cited)].sort((a, b) => a - b),
      evidence: sentence.evidence,
      verdict: sentence.verdict ?? null,
    },
  ]
}
