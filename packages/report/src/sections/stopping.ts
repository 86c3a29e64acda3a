import type { RunState } from '@winnow/domain/state.ts'
import { counted, escapeMarkdown, section } from '../markdown-text.ts'

/** How the run came to its end, in words (spec §11). */
export function stopping(state: RunState): string {
  const reason = state.completed?.stopReason ?? state.stop?.reason ?? 'the run has not ended'
  const rule = state.completed?.rule ?? state.stop?.rule ?? null
  const ending = `${escapeMarkdown(reason).replace(/[.]$/, '')}${rule === null ? '' : ` (stop rule ${rule})`}.`
  return section(2, 'How the run stopped', [`After ${counted(state.iteration, 'iteration')}: ${ending}`])
}
