import { compareIds, numberOf } from '@winnow/contracts/ids.ts'
import { liveDocuments } from '@winnow/domain/live-documents.ts'
import type { CitationNumbers } from '../citation-numbers.ts'
import { documentRecord } from '../document-record.ts'
import { splitRecordKey } from '../record-key.ts'
import type { RunMaterial } from '../run-material.ts'
import { writtenSentences } from '../written-sentences.ts'
import type { WhyTarget } from './why.ts'

/** Suggestions for a target that does not exist. */
const suggestions = 5

/** Reads what a user asks about: "D3.e1", "[2]" or "2", "D3", "#4" or "sentence 4"; null when it is none of these. */
export function parseTarget(asked: string): WhyTarget | null {
  const text = asked.trim()
  const citation = /^\[(\d+)\]$|^(\d+)$/.exec(text)
  if (citation !== null) return { kind: 'citation', id: `[${Number(citation[1] ?? citation[2])}]` }
  const sentence = /^(?:#|sentence[\s:#]*)(\d+)$/i.exec(text)
  if (sentence !== null) return { kind: 'sentence', id: `#${Number(sentence[1])}` }
  if (/^d\d+\.e\d+$/i.test(text)) return { kind: 'evidence', id: text.toUpperCase().replace('E', 'e') }
  if (/^d\d+$/i.test(text)) return { kind: 'document', id: text.toUpperCase() }
  return null
}

/** The number in "[2]" or "#4". */
export function targetNumber(target: WhyTarget): number {
  return Number(target.id.replace(/\D/g, ''))
}

/** What exists and may have been meant: the nearest numbers of the kind asked for, or works of that id or title. */
export function nearTargets(material: RunMaterial, numbers: CitationNumbers, asked: string, target: WhyTarget | null): readonly string[] {
  const { state } = material
  if (target === null) return worksNamed(material, asked)
  switch (target.kind) {
    case 'citation':
      return nearest(targetNumber(target), upTo(numbers.documents.length)).map((n) => `[${n}]`)
    case 'sentence':
      return nearest(targetNumber(target), upTo(writtenSentences(material).length)).map((n) => `#${n}`)
    case 'document':
      return nearest(
        numberOf(target.id),
        liveDocuments(state).map(({ documentId }) => numberOf(documentId)),
      ).map((n) => `D${n}`)
    case 'evidence': {
      const [documentId = ''] = target.id.split('.')
      const ids = Object.keys(state.evidence).sort(compareIds)
      const ofDocument = ids.filter((id) => id.startsWith(`${documentId}.`))
      return (ofDocument.length > 0 ? ofDocument : ids).slice(0, suggestions)
    }
  }
}

function worksNamed(material: RunMaterial, asked: string): readonly string[] {
  const wanted = asked.trim().toLowerCase()
  if (wanted === '') return []
  return liveDocuments(material.state)
    .filter(({ documentId, records }) => {
      const ids = records.map((key) => splitRecordKey(key).recordId.toLowerCase())
      return ids.includes(wanted) || documentRecord(material, documentId).title.toLowerCase().includes(wanted)
    })
    .map(({ documentId }) => documentId)
    .slice(0, suggestions)
}

/** The numbers closest to the wanted one, in rising order. */
function nearest(wanted: number, known: readonly number[]): readonly number[] {
  return known
    .toSorted((a, b) => Math.abs(a - wanted) - Math.abs(b - wanted) || a - b)
    .slice(0, suggestions)
    .sort((a, b) => a - b)
}

function upTo(last: number): readonly number[] {
  return Array.from({ length: last }, (_, index) => index + 1)
}
