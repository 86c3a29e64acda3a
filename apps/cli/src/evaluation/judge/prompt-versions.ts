import { keyPointPromptVersion } from './key-point-judgement.ts'
import { pairPromptVersion } from './pair-judgement.ts'
import { qualityPromptVersion } from './quality-judgement.ts'
import { supportPromptVersion } from './support-judgement.ts'

/** The versions of the prompts that a judgement of an answer is made with; and that of comparing two. */
export const judgePromptVersions = {
  quality: qualityPromptVersion,
  keyPoints: keyPointPromptVersion,
  support: supportPromptVersion,
  pair: pairPromptVersion,
} as const
