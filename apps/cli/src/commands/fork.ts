import { randomUUID } from 'node:crypto'
import { join, resolve } from 'node:path'
import { type Command, Option } from '@commander-js/extra-typings'
import { modelRoles } from '@winnow/contracts/entities/model-role.ts'
import { isAnswerRun } from '@winnow/report/run-material.ts'
import { forkPoint, forkRun } from '@winnow/runs/fork-run.ts'
import { newRunId, newTraceId } from '@winnow/runs/new-run.ts'
import { UsageError } from '@winnow/runs/usage-error.ts'
import type { CommandContext } from '../command-context.ts'
import { client } from '../engine/drive-locked.ts'
import { forkInCluster } from '../engine/fork-in-cluster.ts'
import { loadRun } from '../engine/load-run.ts'
import { offlineIf } from '../engine/source-client.ts'
import { withWorkshop } from '../engine/workshop.ts'
import { makeFolder } from '../output/run-files.ts'
import { driveAndWrite } from './drive-and-write.ts'
import { otherModels, readPlanEdits } from './fork-options.ts'
import { refuseUnknownCosts } from './known-costs.ts'
import { numberOption } from './number-option.ts'
import { roleFlags } from './research-options.ts'

const examples = `
A role may have a model of its own, --model-<role> <spec>: ${modelRoles.join(', ')}.
Positions are those of \`winnow events <runId>\`; \`winnow diff\` compares the two runs afterwards.
Edits of a plan are JSON: {"kind":"close","subquestionId":"RQ2"}, or a list of such; kinds are add, split, rephrase, deprioritize, close.

Examples:
  winnow fork r-20261130-4kq0z7xd --at 41 --model-screener openai:gpt-5-mini
  winnow fork r-20261130-4kq0z7xd --at 12 --plan-edit edits.json --reason "RQ2 is out of scope"
  winnow fork r-20261130-4kq0z7xd --at 12 --model none`

/** `winnow fork <runId> --at POS`: a new run that begins with another's events and goes on by itself. */
export function registerFork(program: Command, context: CommandContext): void {
  const command = program
    .command('fork')
    .description('go on from an event of a run as a new run, with another model or plan; what the run bought is not bought again')
    .argument('<runId>')
    .requiredOption('--at <pos>', 'the last event that is taken over', numberOption('--at', 'positive whole'))
    .option('--model <spec>', 'model of every role from there on: openai:<model>, anthropic:<model>, ollama:<model> or none')
    .option('--plan-edit <edits>', 'edits of the plan, as JSON or in a file; repeatable', (value: string, before: string[] | undefined) => [
      ...(before ?? []),
      value,
    ])
    .option('--reason <text>', 'why, for the log and the report')
    .option('--offline', 'ask nothing of the network: the library and answers kept from before')
    .option('-o, --out <folder>', 'where the files are written (default ./winnow-<runId>; none of an answer)')
    .option('--json', 'progress as JSON lines on standard output; the last line is run.json')
    .option('-q, --quiet', 'no progress')
    .addHelpText('after', examples)
  for (const role of modelRoles) command.addOption(new Option(`--model-${role} <spec>`, `model of the role ${role}`).hideHelp())
  command.action(async (parentId, flags) => {
    const { config } = context
    const edits = await readPlanEdits(flags.planEdit ?? [], config.cwd)
    const runId = newRunId(context.now())
    await withWorkshop(context, async (workshop) => {
      const parent = await loadRun(workshop, parentId)
      const { request } = forkPoint(parent, flags.at, edits)
      const { models: before, limits } = request.options
      const answers = isAnswerRun(parent.state)
      if (answers && edits.length > 0) throw new UsageError(`--plan-edit: run ${parentId} is an answer, which has no plan`)
      const models = otherModels(before, flags.model, roleFlags(flags), config, answers ? 'answer' : 'research')
      const out = answers && flags.out === undefined ? null : resolve(config.cwd, flags.out ?? join('.', `winnow-${runId}`))
      refuseUnknownCosts({ limits, models: { ...before, ...models } }, config)
      if (config.natsUrl === undefined && out !== null) await makeFolder(out)
      const differences = [
        ...Object.entries(models).map(([role, spec]) => `${spec} for ${role}`),
        ...edits.map(({ kind }) => `plan edit: ${kind}`),
      ]
      const reason = flags.reason ?? (differences.length === 0 ? 'nothing differs' : differences.join(', '))
      const fork = { runId, traceId: newTraceId(), at: flags.at, models, edits, reason, commandId: randomUUID() }
      if (config.natsUrl !== undefined) {
        await forkInCluster(config.natsUrl, workshop.pool, parent, fork, client, context.now())
        context.terminal.print(
          flags.json === true
            ? JSON.stringify({ runId, forkedFrom: parentId, at: flags.at })
            : `Forked as ${runId}: the cluster goes on with it.`,
        )
        return
      }
      const begin = () => forkRun(workshop.log, parent, fork, client, context.now())
      const notes = [`Forked from ${parentId} at event ${flags.at}: ${reason}. What that run bought is not bought again.`]
      const options = {
        out,
        json: flags.json === true,
        quiet: flags.quiet === true,
        notes,
        ...(answers ? { answer: { stream: false } } : {}),
      }
      await driveAndWrite(runId, options, workshop, offlineIf(context, flags.offline), begin)
    })
  })
}
