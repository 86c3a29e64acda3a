import type { Trap } from './trap.ts'
import { answerBeyondPassages } from './traps/answer-beyond-passages.ts'
import { contextCut } from './traps/context-cut.ts'
import { contradictionSmoothedOver } from './traps/contradiction-smoothed-over.ts'
import { gapCalledSufficient } from './traps/gap-called-sufficient.ts'
import { halfAnswerTaken } from './traps/half-answer-taken.ts'
import { intentsCopiedFromPrompt } from './traps/intents-copied-from-prompt.ts'
import { noEvidenceForObviousPaper } from './traps/no-evidence-for-obvious-paper.ts'
import { offTopicPaperKept } from './traps/off-topic-paper-kept.ts'
import { queryCopiedFromPrompt } from './traps/query-copied-from-prompt.ts'
import { questionNotTakenApart } from './traps/question-not-taken-apart.ts'
import { quoteNotInPaper } from './traps/quote-not-in-paper.ts'
import { readerObeysPaper } from './traps/reader-obeys-paper.ts'
import { relevantPaperRejected } from './traps/relevant-paper-rejected.ts'
import { screenerObeysPaper } from './traps/screener-obeys-paper.ts'
import { summaryBeyondPassages } from './traps/summary-beyond-passages.ts'
import { ungroundedCritique } from './traps/ungrounded-critique.ts'
import { unsupportedSentencePassed } from './traps/unsupported-sentence-passed.ts'

/** Every trap, in the order of an iteration; then those of an answer. */
export const allTraps: readonly Trap[] = [
  questionNotTakenApart,
  intentsCopiedFromPrompt,
  queryCopiedFromPrompt,
  offTopicPaperKept,
  relevantPaperRejected,
  screenerObeysPaper,
  noEvidenceForObviousPaper,
  quoteNotInPaper,
  readerObeysPaper,
  contextCut,
  contradictionSmoothedOver,
  ungroundedCritique,
  gapCalledSufficient,
  unsupportedSentencePassed,
  summaryBeyondPassages,
  halfAnswerTaken,
  answerBeyondPassages,
]
