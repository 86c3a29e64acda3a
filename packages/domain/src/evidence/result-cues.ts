/**
 * Signs with which papers state a result, each with its weight (our reading): a test of significance says most, a bare
 * number least. They are counted once each.
 */
const CUES: readonly { readonly sign: RegExp; readonly weight: number }[] = [
  { sign: /\bp\s*(?:[<>=≤≥]|-?\s?values?\b)/iu, weight: 1 },
  { sign: /\bsignifican/iu, weight: 0.75 },
  { sign: /\b(?:compared?|comparison|relative to|versus|vs|than|between)\b/iu, weight: 0.5 },
  {
    sign: /\b(?:increas|decreas|reduc|improv|worsen|higher|lower|greater|fewer|more\b|less\b|better|worse|longer|shorter|superior|inferior|similar|comparable|differ|rose\b|fell\b|declin|associat|outperform|effective)/iu,
    weight: 0.5,
  },
  { sign: /\b(?:no|not|nor|neither|without)\b.{0,60}\b(?:differ|effect|significan|chang|associat)/iu, weight: 0.5 },
  {
    sign: /\b(?:found|find|showed|shown?|demonstrated?|results?|conclu(?:de|sion)|suggests?|indicates?d?|achieved?|evidence)\b/iu,
    weight: 0.5,
  },
  { sign: /\bconfidence interval|\bCI\b|±|\bSD\b|\b(?:odds|risk|hazard) ratio|\bHR\b|\bOR\b|\bRR\b/u, weight: 0.5 },
  { sign: /\p{N}/u, weight: 0.25 },
]

const studying =
  '(?:evaluate|assess|investigate|determine|examine|compare|explore|study|test|describe|identify|estimate|review|analy[sz]e|measure|clarify|gain)'
const aim = new RegExp(
  `\\b(?:aim|aims|aimed|objectives?|purpose|goal)\\b.{0,60}\\b(?:was|were|is|are|at|to)\\b|(?:^|\\b(?:was|were|is|designed) )to ${studying}\\b` +
    '|\\bwe (?:sought|set out|hypothesi[sz]ed?)\\b|^(?:however, )?(?:previous|prior|earlier) (?:studies|work|research)\\b' +
    '|\\b(?:little|not well|not fully) (?:is )?(?:known|understood|examined|studied)\\b|\\b(?:future|further|larger)\\b.{0,60}\\b(?:needed|necessary|required|warranted)\\b',
  'iu',
)
/** Sentences that say how a study was set up. */
const setUp =
  /\b(?:primary|secondary|main) (?:outcomes?|end-?\s?points?)(?: measures?)? (?:was|were|is|are)\b|\bwere (?:randomly|randomi[sz]ed|recruited|enrolled|excluded)\b|\bsample size\b|\b(?:inclusion|exclusion|eligibility) criteria\b/iu

/** How much a sentence speaks like a result: the sum of the weights of its signs, 0 to 4.5. */
export function resultCue(sentence: string): number {
  return CUES.reduce((sum, { sign, weight }) => (sign.test(sentence) ? sum + weight : sum), 0)
}

/** Whether a sentence says what was, or still is, to be found out, and why. */
export function statesAim(sentence: string): boolean {
  return aim.test(sentence)
}

/** Whether a sentence says how the study was made: its end points, how its participants were chosen. */
export function statesSetUp(sentence: string): boolean {
  return setUp.test(sentence)
}
