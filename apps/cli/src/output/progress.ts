import type { Stage } from '@winnow/contracts/entities/stage.ts'
import type { TypedEvent } from '@winnow/contracts/registry.ts'
import type { RunState } from '@winnow/domain/state.ts'
import type { StoredCall } from '@winnow/model/bought-answers.ts'
import type { CommandContext } from '../command-context.ts'

export interface Progress {
  readonly onEvent: (event: TypedEvent, state: RunState) => void
  readonly onModelCall: (call: StoredCall) => void
  readonly end: () => void
}

/** Redraws of the live line a second, at most. */
const redrawsPerSecond = 8

/**
 * Tells what a run does: JSON lines on standard output with --json, nothing with --quiet, otherwise a line a decision on
 * standard error and, on a terminal, a last line that shows what is being done right now.
 */
export function startProgress(
  runId: string,
  options: { readonly json: boolean; readonly quiet: boolean; readonly notes: readonly string[] },
  context: CommandContext,
): Progress {
  const { terminal } = context
  if (options.json) {
    terminal.print(JSON.stringify({ runId, type: 'started', notes: options.notes }))
    return { onEvent: (event, state) => terminal.print(JSON.stringify(progressLine(event, state))), onModelCall: () => {}, end: () => {} }
  }
  if (options.quiet) return { onEvent: () => {}, onModelCall: () => {}, end: () => {} }
  terminal.say(`Run ${runId}`)
  for (const note of options.notes) terminal.say(note)
  return terminal.live ? liveProgress(context) : plainProgress(context)
}

/** One line of --json: where the run is and how much is done. */
function progressLine(event: TypedEvent, state: RunState) {
  const work = Object.values(state.work)
  return {
    runId: event.runId,
    pos: event.pos,
    type: event.type,
    at: event.at,
    step: state.step,
    iteration: state.iteration,
    workOpen: work.filter((item) => item.status === 'open').length,
    workDone: work.filter((item) => item.status !== 'open').length,
    costUsd: state.spent.unpriced > 0 && state.spent.costUsd === 0 ? null : state.spent.costUsd,
  }
}

function plainProgress({ terminal }: CommandContext): Progress {
  return {
    onEvent: (event, state) => {
      const line = decisionLine(event, state)
      if (line !== null) terminal.say(line)
    },
    onModelCall: () => {},
    end: () => {},
  }
}

function liveProgress(context: CommandContext): Progress {
  const { terminal } = context
  let drawn = 0
  let calls = 0
  let current: RunState | null = null
  const clear = () => terminal.draw('\r\x1b[K')
  const draw = () => {
    const now = context.now().getTime()
    if (current === null || now - drawn < 1000 / redrawsPerSecond) return
    drawn = now
    clear()
    terminal.draw(liveLine(current, calls).slice(0, Math.max(20, terminal.columns() - 1)))
  }
  const timer = setInterval(draw, 500)
  return {
    onEvent: (event, state) => {
      current = state
      const line = decisionLine(event, state)
      if (line !== null) {
        clear()
        terminal.say(line)
      }
      draw()
    },
    onModelCall: () => {
      calls += 1
      draw()
    },
    end: () => {
      clearInterval(timer)
      clear()
    },
  }
}

function liveLine(state: RunState, calls: number): string {
  const open = Object.values(state.work).filter((work) => work.status === 'open')
  const [first] = open
  if (first === undefined) return '… deciding'
  const all = Object.values(state.work).filter((work) => work.pos === first.pos)
  const done = all.length - open.filter((work) => work.pos === first.pos).length
  const cost = state.spent.costUsd > 0 ? `, ${state.spent.costUsd.toFixed(4)} USD` : ''
  return `… ${doing[first.stage]} ${done}/${all.length}${calls === 0 ? '' : `, ${calls} model calls`}${cost}`
}

const doing: { readonly [S in Stage]: string } = {
  planning: 'planning',
  search: 'searching',
  dedup: 'removing duplicates',
  screening: 'screening batches',
  reading: 'reading documents',
  snowball: 'following references',
  synthesis: 'synthesising answers',
  critique: 'criticising',
  report: 'writing the report',
  check: 'checking citations',
  answer: 'answering',
}

/** What a decision means to a person; null for events that are no news. */
function decisionLine(event: TypedEvent, state: RunState): string | null {
  switch (event.type) {
    case 'IterationStarted':
      return `Iteration ${event.data.iteration}: ${count(Object.values(state.subquestions).filter((s) => s.status === 'active').length, 'subquestion')}, up to ${count(event.data.reads, 'read')}`
    case 'SearchesRequested':
      return `Searching: ${count(event.data.operations.length, 'operation')}`
    case 'DedupRequested':
      return event.data.split === null ? 'Removing duplicates' : `Splitting ${event.data.split.documentId}`
    case 'ScreeningRequested':
      return `Screening: ${count(new Set(event.data.items.flatMap((item) => item.documentIds)).size, 'document')}`
    case 'ReadingAllocated':
      return `Reading: ${count(event.data.entries.length, 'document')}`
    case 'SnowballRequested':
      return `Following references, round ${event.data.round}: ${count(event.data.operations.length, 'operation')}`
    case 'SynthesisRequested':
      return `Synthesising: ${count(event.data.items.length, 'answer')}`
    case 'CritiqueRequested':
      return 'Criticising'
    case 'CritiqueApplied':
      return `Critique: ${event.data.sufficient ? 'sufficient' : 'not sufficient'}, ${event.data.applied.length} applied, ${event.data.rejected.length} rejected`
    case 'ReportRequested':
      return `Writing the report (${event.data.stop.reason})`
    case 'CitationCheckRequested':
      return 'Checking citations'
    case 'SearchFailed':
      return `${event.data.source}: search ${event.data.outcome} (${event.data.reason})`
    case 'WorkFailed':
      return `${event.data.service}: ${event.data.reason}`
    default:
      return null
  }
}

function count(n: number, noun: string): string {
  return `${n} ${noun}${n === 1 ? '' : 's'}`
}
