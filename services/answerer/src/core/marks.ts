import type { MarkedSentence } from '@winnow/contracts/entities/answer.ts'
import { removeOutOfRange } from '@winnow/domain/citation-marks.ts'
import { repairIds } from '@winnow/domain/id-repair.ts'
import { plainSentence } from '@winnow/text/plain-sentence.ts'

/** Marks that a model sets in its prose in spite of the rules: "[D12]", "[D1, D3]". */
const SQUARE = /\s*\[\s*D\d+(?:\s*[,;]\s*D\d+)*\s*\]/giu
/** "(D12)" may be a vitamin: it is a mark only where the sentence names that document beside its text too. */
const ROUND = /\s*\(\s*(D\d+(?:\s*[,;]\s*D\d+)*)\s*\)/giu
/** Bounds of an interval, which are no marks: "95% CI [2, 5]". */
const INTERVAL =
  /\b(CI|confidence interval|credible interval|IQR|interquartile range|range|interval)([\s:,=]{0,3})\[(\s*\d+\s*[,;–-]\s*\d+\s*)\]/giu

export interface ResolvedMarks {
  readonly sentences: readonly MarkedSentence[]
  /** Marks that name nothing that was shown, as written, also repeated ones: taken out. */
  readonly unknown: readonly string[]
}

/**
 * The sentences of a model with marks that name shown documents alone, each once, in the order of mention. Ids are repaired
 * ("doc 12", "12"); ids written into the prose move out of it; numbers such as "[3]" are marks of nothing, as nothing that a
 * model is shown has a number. Sentences without words are left out.
 */
export function resolveMarks(written: readonly MarkedSentence[], shown: readonly string[]): ResolvedMarks {
  const sentences: MarkedSentence[] = []
  const unknown: string[] = []
  for (const { text, documentIds } of written) {
    const beside = repairIds(documentIds, shown)
    const { prose, inline, numbers } = withoutMarks(text, new Set(beside.ids))
    if (!/[\p{L}\p{N}]/u.test(prose)) continue
    const inside = repairIds(inline, shown)
    unknown.push(...beside.unknown, ...inside.unknown, ...numbers)
    sentences.push({ text: prose, documentIds: [...new Set([...beside.ids, ...inside.ids])] })
  }
  return { sentences, unknown }
}

function withoutMarks(text: string, beside: ReadonlySet<string>) {
  const inline: string[] = []
  const unmarked = text
    .replace(SQUARE, (mark) => {
      inline.push(...idsIn(mark))
      return ''
    })
    .replace(ROUND, (mark) => (idsIn(mark).every((id) => beside.has(id)) ? '' : mark))
    .replace(INTERVAL, '$1$2($3)')
  const { text: prose, dropped } = removeOutOfRange(unmarked, 0)
  return { prose: plainSentence(prose), inline, numbers: dropped.map((number) => `[${number}]`) }
}

function idsIn(mark: string): readonly string[] {
  return (mark.match(/D\d+/giu) ?? []).map((id) => id.toUpperCase())
}
