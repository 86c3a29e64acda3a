import type { EditorialState } from '@winnow/contracts/entities/document.ts'
import { compareIds } from '@winnow/contracts/ids.ts'
import type { Corpus } from '@winnow/domain/corpus.ts'
import { liveDocuments } from '@winnow/domain/live-documents.ts'
import { type DocumentState, type RunState, resolveDocument } from '@winnow/domain/state.ts'
import { type CitationNumbers, documentMark } from '../citation-numbers.ts'
import { documentRecord } from '../document-record.ts'
import { editorialWords } from '../editorial-words.ts'
import { bullets, escapeMarkdown, section, shortened } from '../markdown-text.ts'
import type { RunMaterial } from '../run-material.ts'

/** Sentences addressed to a model are shown up to this many characters. */
const shownSentence = 300

/** Works that were found retracted, corrected or in doubt, each with its state in words (spec §9, PBR-026). */
export function editorialSection(material: RunMaterial, numbers: CitationNumbers): string {
  const { state } = material
  const flagged = liveDocuments(state).filter(({ editorial }) => namedStates.has(editorial))
  return section(2, 'Retracted, corrected and doubtful works', [
    bullets(
      flagged.map((document) => {
        // Notices that were merged stand in the log under both their ids.
        const linked = new Set(document.linked.map((link) => `${escapeMarkdown(link.kind)} ${resolveDocument(state, link.documentId)}`))
        return [`${named(material, numbers, document)}: ${editorialWords(document.editorial)}`, ...linked].join('; ')
      }),
    ),
  ])
}

const namedStates: ReadonlySet<EditorialState> = new Set<EditorialState>(['corrected', 'concern', 'retracted', 'conflict'])

/** Papers with sentences that speak to a model: data like any other, and shown (spec §9). */
export function addressedToModel(material: RunMaterial, numbers: CitationNumbers): string {
  const { state, corpus } = material
  const documents = liveDocuments(state).filter((document) => document.addressedToModel)
  return section(2, 'Papers with text addressed to a model', [
    bullets(
      documents.map((document) => {
        const quoted = sentencesOf(state, corpus, document.documentId).map(
          (sentence) => `“${escapeMarkdown(shortened(sentence, shownSentence))}”`,
        )
        return `${named(material, numbers, document)}: ${quoted.join(' ')}`
      }),
    ),
  ])
}

function named(material: RunMaterial, numbers: CitationNumbers, document: DocumentState): string {
  return `${documentMark(material.state, numbers, document.documentId)} ${escapeMarkdown(documentRecord(material, document.documentId).title)}`
}

function sentencesOf(state: RunState, corpus: Corpus, documentId: string): readonly string[] {
  const readings = [...corpus.readings.entries()]
    .filter(([id]) => resolveDocument(state, id) === documentId)
    .sort(([a], [b]) => compareIds(a, b))
  return [...new Set(readings.flatMap(([, list]) => list.flatMap((reading) => reading.addressedToModel)))]
}
