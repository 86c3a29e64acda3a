import { readFile } from 'node:fs/promises'
import { type ProposedSubquestion, proposedSubquestion } from '@winnow/contracts/entities/plan.ts'
import type { RunState } from '@winnow/domain/state.ts'
import { UsageError } from '@winnow/runs/usage-error.ts'
import { sanitiseJson } from '@winnow/text/sanitise-text.ts'
import { z } from 'zod'

/** A plan as a person edits it: JSON with the question and its subquestions, most important first. */
const planFile = z.object({ question: z.string().optional(), subquestions: z.array(proposedSubquestion).min(1) })

/** Bytes of a plan: it stands whole in the event that requests the run. */
const longest = 100_000

/** Reads a plan that `winnow plan` wrote and somebody edited. Throws UsageError that names the file and the place. */
export async function readPlanFile(
  path: string,
): Promise<{ readonly question: string | null; readonly subquestions: readonly ProposedSubquestion[] }> {
  let value: unknown
  try {
    const text = await readFile(path, 'utf8')
    if (Buffer.byteLength(text) > longest) throw new Error(`it is longer than ${longest} bytes`)
    // Some editors begin a file with a byte order mark.
    value = sanitiseJson(JSON.parse(text.replace(/^\uFEFF/, '')))
  } catch (error) {
    throw new UsageError(`--plan ${path} cannot be read as JSON: ${error instanceof Error ? error.message : String(error)}`)
  }
  const parsed = planFile.safeParse(value)
  if (!parsed.success) {
    const faults = parsed.error.issues.map((issue) => `${issue.path.join('.') || 'the file'}: ${issue.message}`)
    throw new UsageError(`--plan ${path} is no plan: ${faults.join('; ')}`)
  }
  return { question: parsed.data.question ?? null, subquestions: parsed.data.subquestions }
}

/** The plan of a run in the form that `readPlanFile` reads. */
export function planText(state: RunState): string {
  const subquestions = Object.values(state.subquestions).map(({ text, rationale, priority }) => ({ text, rationale, priority }))
  return `${JSON.stringify({ question: state.request?.question ?? '', subquestions }, null, 2)}\n`
}
