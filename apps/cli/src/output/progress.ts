import type { TypedEvent } from '@winnow/contracts/registry.ts'
import type { RunState } from '@winnow/domain/state.ts'
import type { CommandContext } from '../command-context.ts'
import { answerStepLine, answerStepWords } from './answer-steps.ts'
import { decisionLine, liveLine, progressLine } from './progress-lines.ts'
import { withoutControls } from './without-controls.ts'

export interface ProgressOptions {
  readonly json: boolean
  readonly quiet: boolean
  /** What the user should know at the start. */
  readonly notes: readonly string[]
  /** Given for a run of kind `answer`: its result is the answer, on standard output. `stream`: its steps go there too. */
  readonly answer?: { readonly stream: boolean }
}

export interface Progress {
  readonly onEvent: (event: TypedEvent, state: RunState) => void
  readonly onModelCall: () => void
  readonly end: () => void
}

/** Redraws of the live line a second, at most. */
const redrawsPerSecond = 8

/**
 * Tells what a run does: JSON lines on standard output with --json, nothing with --quiet, otherwise a line a decision on
 * standard error and, on a terminal, a last line that shows what is being done right now. The standard output of an answer has
 * its steps only with --stream.
 */
export function startProgress(runId: string, options: ProgressOptions, context: CommandContext): Progress {
  const { terminal } = context
  const { json, answer, notes } = options
  if (json && answer?.stream !== false) {
    terminal.print(JSON.stringify({ runId, type: 'started', notes }))
    const line = answer === undefined ? progressLine : answerStepLine
    return { onEvent: (event, state) => terminal.print(JSON.stringify(line(event, state))), onModelCall: () => {}, end: () => {} }
  }
  if (answer?.stream !== true) return toldProgress(runId, options, context)
  // A line that is redrawn would stand in the way of the steps.
  const told = toldProgress(runId, options, { ...context, terminal: { ...terminal, live: false } })
  return {
    ...told,
    onEvent: (event, state) => {
      const words = answerStepWords(event, state)
      if (words === null) told.onEvent(event, state)
      else terminal.print(withoutControls(words))
    },
  }
}

function toldProgress(runId: string, options: Pick<ProgressOptions, 'quiet' | 'notes'>, context: CommandContext): Progress {
  const { terminal } = context
  if (options.quiet) return { onEvent: () => {}, onModelCall: () => {}, end: () => {} }
  terminal.say(`Run ${runId}`)
  for (const note of options.notes) terminal.say(note)
  return terminal.live ? liveProgress(context) : plainProgress(context)
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
  let drawn = Number.NEGATIVE_INFINITY
  let calls = 0
  let current: RunState | null = null
  const clear = () => terminal.draw('\r\x1b[K')
  const draw = () => {
    const now = context.now().getTime()
    if (current === null || now - drawn < 1000 / redrawsPerSecond) return
    drawn = now
    clear()
    // The last column stays free: some terminals begin a new line after it.
    terminal.draw(liveLine(current, calls, terminal.columns() - 1))
  }
  const timer = setInterval(draw, 500)
  return {
    onEvent: (event, state) => {
      current = state
      const line = decisionLine(event, state)
      if (line !== null) {
        clear()
        terminal.say(line)
        // The line that went away comes back at once.
        drawn = Number.NEGATIVE_INFINITY
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
