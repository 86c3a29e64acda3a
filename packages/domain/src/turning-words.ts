/** Words that turn a statement into its opposite. Tokens are those of `quoteStream`: lower case, apostrophes gone ("didnt"). */
const NEGATION =
  /^(?:no|not|never|none|nor|neither|cannot|without|hardly|rarely|unlikely|fail|fails|failed|lack|lacks|lacked|(?:do|does|did|is|are|was|were|has|have|had|ca|wo|could|would|should)nt)$/
/** Words that limit a statement. */
const HEDGE = /^(?:may|might|could|unless|except|only|less|fewer)$/

/** Whether a token negates. */
export function isNegation(token: string): boolean {
  return NEGATION.test(token)
}

/** Whether a token hedges or limits. */
export function isHedge(token: string): boolean {
  return HEDGE.test(token)
}
