import { counted, oneLine, shortened } from '../markdown-text.ts'
import { priceWords } from '../numbers.ts'
import type { Cause } from './causes.ts'
import type { ClaimMark } from './claim-changes.ts'
import type { RunMark, RunsDiff } from './diff-runs.ts'
import type { DocumentChange } from './document-changes.ts'

/** Entries of a list that are told; how many are left is said. JSON has them all. */
const told = 20

/** The difference of two runs for a person to read. */
export function diffText(diff: RunsDiff): string {
  const sections = [heads(diff), asked(diff), plan(diff), documents(diff), scores(diff), claims(diff), citations(diff), cost(diff)]
  return sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')
}

function heads({ a, b, sharedEvents }: RunsDiff): readonly string[] {
  const head = (name: string, run: RunMark) => [
    `${name}  ${run.runId}: ${run.status}, ${counted(run.events, 'event')}${run.forkedFrom === null ? '' : `, forked from ${run.forkedFrom.runId} at event ${run.forkedFrom.at}: ${run.forkedFrom.reason}`}`,
    ...(run.firstDifference === null ? [] : [`   first otherwise at event ${run.firstDifference.pos}, ${run.firstDifference.type}`]),
  ]
  return [...head('A', a), ...head('B', b), `${counted(sharedEvents, 'event is', 'events are')} the same in both`]
}

function asked({ asked: otherwise }: RunsDiff): readonly string[] {
  if (otherwise.length === 0) return []
  return ['Asked for otherwise', ...listed(otherwise, ({ name, a, b }) => `${name}: ${valueWords(a)} → ${valueWords(b)}`)]
}

function valueWords(value: unknown): string {
  return shortened(typeof value === 'string' ? value : JSON.stringify(value), 100)
}

function plan({ subquestions: { rephrased, onlyA, onlyB } }: RunsDiff): readonly string[] {
  const lines = [
    ...rephrased.map(({ a, b, textA, textB }) => `  ~ ${a === b ? a : `${a}, ${b} in B`}: ${oneLine(textA)} → ${oneLine(textB)}`),
    ...onlyA.map(({ subquestionId, text }) => `  - ${subquestionId} ${oneLine(text)}`),
    ...onlyB.map(({ subquestionId, text }) => `  + ${subquestionId} ${oneLine(text)}`),
  ]
  return lines.length === 0 ? [] : ['Subquestions', ...lines]
}

function documents({ documents: { counts, changed } }: RunsDiff): readonly string[] {
  return [
    'Documents',
    ...counts.map(
      ({ milestone, a, b, both }) => `  ${milestone.padEnd(11)} A ${a}, B ${b}: ${both} in both, ${a - both} out, ${b - both} in`,
    ),
    ...(changed.length === 0 ? ['  No document came further in one run than in the other.'] : listed(changed, documentWords)),
  ]
}

function documentWords({ title, year, a, b, in: gained, why }: DocumentChange): string {
  const sign = gained.length > 0 ? '+' : '-'
  return `${sign} ${shortened(title, 90)}${year === null ? '' : ` (${year})`}: ${a?.status ?? 'not found'} → ${b?.status ?? 'not found'}\n      ${whyWords(why)}`
}

function scores({ scores: { pairs, changed } }: RunsDiff): readonly string[] {
  if (changed.length === 0) return [`Scores: none of ${counted(pairs, 'pair')} that both screened is another`]
  const crossed = changed.filter(({ decisionChanged }) => decisionChanged).length
  const mean = changed.reduce((sum, { delta }) => sum + Math.abs(delta), 0) / changed.length
  return [
    `Scores: ${changed.length} of ${counted(pairs, 'pair')} that both screened are others, by ${mean.toFixed(2)} on average; ${crossed} of them decide otherwise`,
    ...listed(
      changed,
      ({ title, a, b, decisionChanged, why }) =>
        `${decisionChanged ? '!' : ' '} ${a.score.toFixed(2)} → ${b.score.toFixed(2)}  ${a.subquestionId}  ${shortened(title, 90)}\n      ${whyWords(why)}`,
    ),
  ]
}

function claims({ claims: { same, added, lost, changed } }: RunsDiff): readonly string[] {
  const mark = (sign: string) => (one: ClaimMark & { readonly why: Cause }) => `${sign} ${claimWords(one)}\n      ${whyWords(one.why)}`
  return [
    `Claims: ${same} the same, ${added.length} added, ${lost.length} lost, ${changed.length} changed`,
    ...listed(added, mark('+')),
    ...listed(lost, mark('-')),
    ...listed(
      changed,
      ({ a, b, fields, why }) =>
        `~ ${claimWords(b)}${a.claim === b.claim ? '' : ` (was: ${shortened(a.claim, 90)})`}: ${fields.join('; ')}\n      ${whyWords(why)}`,
    ),
  ]
}

function claimWords({ evidenceId, claim, title }: ClaimMark): string {
  return `${evidenceId} ${shortened(claim, 120)} [${shortened(title, 60)}]`
}

function citations({ documents: { counts, changed } }: RunsDiff): readonly string[] {
  const cited = counts.find(({ milestone }) => milestone === 'cited')
  const added = changed.filter((one) => one.in.includes('cited'))
  const lost = changed.filter((one) => one.out.includes('cited'))
  return [
    `Citations: ${counted(cited?.both ?? 0, 'work')} cited by both, ${added.length} only by B, ${lost.length} only by A`,
    ...listed(added, ({ title }) => `+ ${shortened(title, 90)}`),
    ...listed(lost, ({ title }) => `- ${shortened(title, 90)}`),
  ]
}

function cost({ a, b }: RunsDiff): readonly string[] {
  const words = (name: string, { cost: spent, inherited }: RunMark) =>
    `  ${name}  ${counted(spent.calls, 'call')}, ${spent.inputTokens + spent.outputTokens} tokens, ${priceWords(spent)}${inherited === null ? '' : ` (inherited, not counted: ${counted(inherited.calls, 'call')}, ${priceWords(inherited)})`}`
  return ['Cost', words('A', a), words('B', b)]
}

function whyWords({ words, event }: Cause): string {
  return `${words}${event === null ? '' : ` (event ${event.pos} of ${event.side.toUpperCase()}, ${event.type})`}`
}

function listed<T>(all: readonly T[], words: (one: T) => string): readonly string[] {
  const left = all.length - told
  return [...all.slice(0, told).map((one) => `  ${words(one)}`), ...(left > 0 ? [`  … and ${left} more (--json has all)`] : [])]
}
