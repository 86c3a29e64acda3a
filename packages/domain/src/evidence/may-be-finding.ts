import { addressedToModel } from '../addressed-to-model.ts'
import type { ArticleSentence } from './article-sentences.ts'
import { holdsPromptMarks } from './prompt-marks.ts'
import { statesAim } from './result-cues.ts'

/** Shorter ones are headings and labels ("Methods:"), not findings. */
const shortestFinding = 40

/**
 * Whether a sentence may be quoted as a finding where no model reads (our reading of spec §2): not aims, background and
 * methods, nor what may not be quoted at all, nor anything shorter than 40 characters.
 */
export function mayBeFinding({ text, part }: ArticleSentence): boolean {
  return text.length >= shortestFinding && part !== 'rest' && !statesAim(text) && mayBeQuoted(text)
}

/** Whether a sentence of a source is one of its text, and neither speaks to a model nor is a part of a prompt. */
export function mayBeQuoted(sentence: string): boolean {
  return addressedToModel(sentence).length === 0 && !holdsPromptMarks(sentence)
}
