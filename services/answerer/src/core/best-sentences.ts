import type { MarkedSentence } from '@winnow/contracts/entities/answer.ts'
import { type ArticleSentence, articleSentences } from '@winnow/domain/evidence/article-sentences.ts'
import { contentWords } from '@winnow/domain/evidence/evidence-request.ts'
import { mayBeFinding, mayBeQuoted } from '@winnow/domain/evidence/may-be-finding.ts'
import { partOfLabel } from '@winnow/domain/evidence/part-of-paper.ts'
import { pickDiverse, type RankedSentence, rankEvidence } from '@winnow/domain/evidence/select-evidence.ts'
import { plainSentence } from '@winnow/text/plain-sentence.ts'
import { partsOfPassage } from './passage-text.ts'

/** The text of a document as it was shown. */
export interface ShownText {
  readonly documentId: string
  readonly text: string
}

/** Words of the question that a sentence must share, half of them where it has few. Where no sentence does, a few with fewer are taken. */
const sharedWords = 2
const takenWithFewer = 3
/** Sentences of one document at most, so that an answer is not the abstract of one paper (our reading). */
export const sentencesOfOne = 3

/**
 * The sentences of passages that answer a question best by their words (`rankEvidence`), best first, different from each other,
 * at most `limit` and three of a document, each with its document. Findings are sought; where no passage states any, other
 * sentences do. What speaks to a model is never taken.
 */
export function bestSentences(passages: readonly ShownText[], question: string, limit: number): readonly MarkedSentence[] {
  const sections = passages.flatMap(({ documentId, text }) => partsOfPassage(text).sections.map((section) => ({ documentId, ...section })))
  const sentences = articleSentences(sections)
  const documentOf = ({ section }: ArticleSentence): string => sections[section]?.documentId ?? ''
  const taken = new Map<string, number>()
  const picked: MarkedSentence[] = []
  for (const sentence of pickDiverse(matching(sentences, question), sentencesOfOne * limit)) {
    const documentId = documentOf(sentence)
    const before = taken.get(documentId) ?? 0
    const text = prose(sentence.text)
    if (before === sentencesOfOne || picked.some((other) => other.text === text)) continue
    taken.set(documentId, before + 1)
    picked.push({ text, documentIds: [documentId] })
    if (picked.length === limit) break
  }
  return picked
}

function matching(sentences: readonly ArticleSentence[], question: string): readonly RankedSentence[] {
  const findings = rankEvidence(sentences.filter(mayBeFinding), { question })
  const ranked =
    findings.length > 0
      ? findings
      : rankEvidence(
          sentences.filter(({ text }) => mayBeQuoted(text)),
          { question },
        )
  const wanted = Math.min(sharedWords, Math.ceil(new Set(contentWords(question)).size / 2))
  const enough = ranked.filter(({ shared }) => shared.size >= wanted)
  return enough.length > 0 ? enough : ranked.slice(0, takenWithFewer)
}

/** Ids as we write them: in a source's sentence they are none of ours. */
const IDS = /\[\s*(D\d+(?:\s*[,;]\s*D\d+)*)\s*\]/giu

/** A sentence as prose: without the label of a structured abstract before it ("RESULTS: We found …"), and with nothing that reads as a mark of ours. */
function prose(sentence: string): string {
  const labelled = partOfLabel(sentence) === null ? null : /^[^:—–]{3,60}[:—–]\s*(?=\S)/u.exec(sentence)
  return plainSentence(labelled === null ? sentence : sentence.slice(labelled[0].length)).replace(IDS, '($1)')
}
