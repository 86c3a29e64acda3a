/** Function words of English, the auxiliaries, and the words a question is asked with; folded as `normaliseTitle` does. */
const ENGLISH =
  'a about above after again against all also although am among an and any are aren as at be because been before being below between both but by ' +
  'can could couldn did didn do does doesn doing don down during each either etc ever every few for from further had hadn has hasn have haven ' +
  'having he hence her here hers herself him himself his how however i if in into is isn it its itself just least less let ll may me might more most ' +
  'much must my myself neither no nor not of off often on once one only or other others our ours ourselves out over own per quite rather re same ' +
  'shall she should shouldn so some such t than that the their theirs them themselves then there these they this those though through thus to ' +
  'too under until up upon us ve very via was wasn we were weren what whatever when where whether which while who whom whose why will with within ' +
  'without won would wouldn yet you your yours yourself yourselves s'

const STOP_WORDS: ReadonlySet<string> = new Set(ENGLISH.split(' '))

/** Whether a folded token (see `normaliseTitle`) is a stop word. */
export function isStopWord(token: string): boolean {
  return STOP_WORDS.has(token)
}
