import { compareIds } from '@winnow/contracts/ids.ts'
import type { GoldWork } from '../gold-found.ts'
import { type Ablation, type RecordedRun, remainingOf, wholeRun } from './remaining.ts'
import { type ChainFigures, chainFigures, type RunChain, runChain } from './run-chain.ts'
import { type SavedCost, savedCost } from './saved-cost.ts'

/** A run with and without one of its parts, told from its log: nothing was asked or searched again. */
export interface AblationResult {
  readonly ablation: Ablation
  readonly method: 'from the log'
  /** Why there was nothing to leave out; null when something was. Then both sides are the same. */
  readonly nothingToAblate: string | null
  /** The subquestion that the run would have been asked with (decomposition); null otherwise. */
  readonly subquestionId: string | null
  /** What the comparison takes for granted, in sentences. */
  readonly assumptions: readonly string[]
  readonly with: ChainFigures
  readonly without: ChainFigures
  /** Documents that the report cites and would not have cited, by id. */
  readonly lostCitations: readonly string[]
  /** Null where the log cannot tell (full-text: a paper that is read as an abstract still costs a call). */
  readonly cost: SavedCost | null
}

const assumptions: { readonly [A in Ablation]: readonly string[] } = {
  decomposition: [
    'The searches of the subquestion whose words are closest to the question stand for a search with the question itself.',
    'What they found is screened and read as it was: reads that become free are not spent on other documents.',
  ],
  snowballing: ['Reads that become free, and the third of them that was kept for snowballing, are not spent on other documents.'],
  critic: ['The run ends as it was when the critic was first asked, and its report cites what it cites as far as the evidence was there.'],
  'full-text': ['A quote from a full text that the abstract has as well stays; what else the abstracts would have given is not known.'],
}

/** Leaves a part out of a recorded run and compares documents, evidence, cited works, gold and cost with and without it. */
export function ablate(ablation: Ablation, run: RecordedRun, gold: readonly GoldWork[] | null): AblationResult {
  const whole = wholeRun(run)
  const found = remainingOf(ablation, run)
  const remaining = 'nothing' in found ? whole : found
  const figures = (chain: RunChain) => chainFigures(chain, run.state, gold)
  const [before, after] = [runChain(whole, run.state), runChain(remaining, run.state)]
  return {
    ablation,
    method: 'from the log',
    nothingToAblate: 'nothing' in found ? found.nothing : null,
    subquestionId: remaining.subquestionId,
    assumptions: assumptions[ablation],
    with: figures(before),
    without: figures(after),
    lostCitations: [...before.cited.difference(after.cited)].sort(compareIds),
    cost: ablation === 'full-text' && !('nothing' in found) ? null : savedCost(run.events, remaining, after, run.state),
  }
}
