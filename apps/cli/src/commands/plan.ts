import { resolve } from 'node:path'
import { Command } from '@commander-js/extra-typings'
import { localRun, newRunId, requestRun } from '@winnow/runs/new-run.ts'
import { researchRequest } from '@winnow/runs/research-request.ts'
import type { CommandContext } from '../command-context.ts'
import { client, driveLocked } from '../engine/drive-locked.ts'
import type { Driven } from '../engine/drive-run.ts'
import { loadRun } from '../engine/load-run.ts'
import { withWorkshop } from '../engine/workshop.ts'
import { exitCodes } from '../exit-codes.ts'
import { startProgress } from '../output/progress.ts'
import { checkOut, writeOut } from '../output/run-files.ts'
import { refuseUnknownCosts } from './known-costs.ts'
import { planText } from './plan-file.ts'
import { addResearchOptions, readWish } from './research-options.ts'

/** `winnow plan <question>`: proposes a plan for editing; `research --plan F` uses it. */
export function registerPlan(program: Command, context: CommandContext): void {
  const command = addResearchOptions(new Command('plan').argument('[question...]', 'the research question'))
    .description('propose a plan of subquestions for editing; research --plan uses it')
    .option('-o, --out <file>', 'where the plan is written (default: standard output)')
    .option('--json', 'the plan, which is JSON in any case')
    .option('-q, --quiet', 'no progress')
    .addHelpText(
      'after',
      '\nExample:\n  winnow plan "How do memory mechanisms help LLM agents?" --out plan.json\n  winnow research --plan plan.json --library examples/agent-memory.jsonl',
    )
    .action(async (words, flags) => {
      const { wish, notes } = await readWish(words, flags, true, context)
      refuseUnknownCosts(wish, context.config)
      const request = researchRequest({ ...wish, sources: ['library'] }, [{ hash: '0'.repeat(64), name: 'not searched' }])
      const out = flags.out === undefined ? null : resolve(context.config.cwd, flags.out)
      if (out !== null) await checkOut(out)
      const runId = newRunId(context.now())
      await withWorkshop(context, async (workshop) => {
        const begin = () =>
          requestRun(workshop.log, localRun({ runId, request: { ...request, libraries: [] }, imports: [] }), client, context.now())
        const progress = startProgress(runId, { json: false, quiet: flags.quiet === true || flags.json === true, notes }, context)
        const driven = await driveLocked(runId, workshop, context, progress, begin).finally(() => progress.end())
        const without = withoutPlan(driven)
        if (without !== null) {
          context.terminal.say(without.said)
          context.exit(without.code)
          return
        }
        const text = planText((await loadRun(workshop, runId)).state)
        if (out === null) context.terminal.print(text.trimEnd())
        else {
          await writeOut(out, text)
          context.terminal.say(`Plan: ${flags.out}. Edit it, then: ${context.command} research --plan ${flags.out} --library …`)
        }
      })
    })
  program.addCommand(command)
}

/** Why a drive ended without a plan, with the exit code that says so; null when the plan is there. */
export function withoutPlan({ state: { completed }, providerFailure }: Driven): { readonly said: string; readonly code: number } | null {
  if (providerFailure !== null) return { said: `No plan: ${providerFailure.message}`, code: exitCodes.failed }
  if (completed === null) return { said: 'Interrupted.', code: exitCodes.interrupted }
  return completed.status === 'completed' ? null : { said: `No plan: ${completed.stopReason}`, code: exitCodes.failed }
}
