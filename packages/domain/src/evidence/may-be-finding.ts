import { addressedToModel } from '../addressed-to-model.ts'
import type { ArticleSentence } from './article-sentences.ts'
import { statesAim } from './result-cues.ts'

/** Shorter ones are headings and labels ("Methods:"), not findings. */
const shortestFinding = 40

/**
 * Whether a sentence may be quoted as a finding where no model reads (our reading of spec §2): not aims, background and
 * methods, nor what speaks to a model, nor anything shorter than 40 characters.
 */
export function mayBeFinding({ text, part }: ArticleSentence): boolean {
  return text.length >= shortestFinding && part !== 'rest' && !statesAim(text) && addressedToModel(text).length === 0
}
