import type { PlannedIntent, PlannedSubquestion } from '@winnow/readmodel/queries/plan.ts'
import type { AnswerTrail } from '@winnow/report/answer-trail.ts'
import type { CostSum } from '@winnow/report/costs.ts'
import type { ForkedFrom } from '@winnow/report/forked-from.ts'
import { screeningWords } from '@winnow/report/screening-words.ts'
import type { ShownRun } from '@winnow/runs/shown-run.ts'
import type { LiveStatus } from '../engine/live-status.ts'
import { columns, moment, usd } from './runs-table.ts'
import { answerSections } from './show-answer.ts'
import { withoutControls } from './without-controls.ts'

/** What is told of a fork beside what is told of every run. */
export interface ShownFork {
  readonly forkedFrom: ForkedFrom
  /** What other runs paid for: not among the run's costs. */
  readonly inherited: CostSum
}

/** A run for a person to read. */
export function showText(run: ShownRun<LiveStatus>, fork: ShownFork | null = null, answer: AnswerTrail | null = null): string {
  const sections = [
    head(run, fork),
    ...(answer === null ? [plan(run)] : answerSections(run, answer)),
    operations(run),
    documents(run),
    ...(answer === null ? [screening(run), evidence(run)] : []),
    cost(run),
    inherited(fork),
    degraded(run),
  ]
  return withoutControls(sections.filter((section) => section !== '').join('\n\n'))
}

function head(run: ShownRun<LiveStatus>, fork: ShownFork | null): string {
  const lines = [
    `Run ${run.runId}: ${run.status}`,
    run.question ?? '',
    ...(fork === null ? [] : [`Forked from ${fork.forkedFrom.runId} at event ${fork.forkedFrom.at}: ${fork.forkedFrom.reason}`]),
    `Started ${moment(run.startedAt)}${run.endedAt === null ? '' : `, ended ${moment(run.endedAt)}`} (UTC)${run.kind === 'answer' ? '' : `, iteration ${run.iteration}`}, step ${run.step}`,
    ...(run.stopReason === null ? [] : [`${run.status === 'paused' ? 'Paused' : 'Stop'}: ${run.stopReason}${rule(run.stopRule)}`]),
    ...(run.status === 'interrupted' || run.status === 'paused' ? [`Go on with: winnow resume ${run.runId}`] : []),
  ]
  return lines.join('\n')
}

function rule(number: number | null): string {
  return number === null ? '' : ` (rule ${number})`
}

function plan({ plan: { subquestions } }: ShownRun<LiveStatus>): string {
  if (subquestions.length === 0) return 'Plan: none yet'
  return ['Plan', ...subquestions.flatMap(subquestionLines)].join('\n')
}

function subquestionLines(subquestion: PlannedSubquestion): readonly string[] {
  const { subquestionId, text, status, priority, coverage, splitInto } = subquestion
  const facts = [
    `priority ${priority}`,
    status,
    `coverage ${coverage.toFixed(2)}`,
    ...(splitInto.length === 0 ? [] : [`split into ${splitInto.join(', ')}`]),
  ]
  return [`  ${subquestionId} ${text}  [${facts.join(', ')}]`, ...subquestion.intents.map(intentLine)]
}

function intentLine({ intentId, text, status, rewordOf, found, relevant }: PlannedIntent): string {
  const reworded = rewordOf === null ? '' : `, rewords ${rewordOf}`
  return `    ${intentId} ${text}  [${status}${reworded}; ${found} found, ${relevant} relevant]`
}

function operations(run: ShownRun<LiveStatus>): string {
  const { operations: all } = run
  if (all.length === 0) return ''
  const searches = all.filter(({ kind }) => kind === 'search')
  const rows = searches.map((o) => [
    `  ${o.operationId}`,
    o.source,
    o.outcome,
    `${o.returned} of ${o.total ?? 'unknown'}`,
    `${o.query}${o.reason === null ? '' : ` (${o.reason})`}`,
  ])
  const followed = all.filter(({ kind }) => kind === 'references').length
  const lookedUp = all.length - searches.length - followed
  return [
    run.kind === 'answer' ? `Search operations: ${searches.length}` : `Searches: ${searches.length}`,
    ...(rows.length === 0 ? [] : [columns(rows)]),
    ...(lookedUp === 0 ? [] : [`Lookups of works you named: ${lookedUp}`]),
    ...(followed === 0 ? [] : [`References followed: ${followed}`]),
  ].join('\n')
}

function documents({ kind, documents: { total, byStatus } }: ShownRun<LiveStatus>): string {
  // An answer screens and reads nothing.
  const told = Object.entries(byStatus).filter(([, count]) => kind === 'research' || count > 0)
  const parts = told.map(([status, count]) => `${count} ${status}`)
  return `Documents: ${total}${parts.length === 0 ? '' : ` (${parts.join(', ')})`}`
}

function screening({ screening: figures }: ShownRun<LiveStatus>): string {
  const words = figures === null ? [] : screeningWords(figures)
  return words.length === 0 ? '' : ['Screening', ...words.map((line) => `  ${line}`)].join('\n')
}

function evidence({ evidence: counts }: ShownRun<LiveStatus>): string {
  const parts = Object.entries(counts.bySubquestion).map(([id, count]) => `${id} ${count}`)
  const aside = counts.setAside === 0 ? '' : `; ${counts.setAside} set aside`
  return `Evidence: ${counts.total} items of ${counts.documents} documents${parts.length === 0 ? '' : ` (${parts.join(', ')})`}, ${counts.byQuoteCheck.verified} quotes verified${aside}`
}

function cost({ cost: spent }: ShownRun<LiveStatus>): string {
  if (spent.calls === 0) return 'Cost: no model calls'
  const line = (name: string, part: ShownRun['cost']['byStage'][number] | ShownRun['cost']['byRole'][number]) => [
    `  ${name}`,
    `${part.calls} calls`,
    `${part.inputTokens + part.outputTokens} tokens`,
    `${usd(part.usd)} USD`,
  ]
  const unpriced = spent.unpriced === 0 ? '' : `, the price of ${spent.unpriced} unknown`
  return [
    `Cost: ${spent.usd === null ? 'unknown' : `${usd(spent.usd)} USD`}, ${spent.calls} model calls${unpriced}`,
    columns([
      ...spent.byStage.map((part) => line(`stage ${part.stage}`, part)),
      ...spent.byRole.map((part) => line(`role ${part.role}`, part)),
    ]),
  ].join('\n')
}

function inherited(fork: ShownFork | null): string {
  if (fork === null) return ''
  const { calls, usd: paid } = fork.inherited
  return `Inherited, not counted: ${calls} model calls, ${paid === null ? 'cost unknown' : `${usd(paid)} USD`}`
}

function degraded({ degraded: steps }: ShownRun<LiveStatus>): string {
  if (steps.length === 0) return ''
  return ['Degraded steps', ...steps.map(({ stage, role, count, reason }) => `  ${stage}, ${role}: ${count} (${reason})`)].join('\n')
}
