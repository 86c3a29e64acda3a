import { randomUUID } from 'node:crypto'
import type { Command } from '@commander-js/extra-typings'
import type { NewEvent } from '@winnow/contracts/registry.ts'
import { appendCommands } from '@winnow/runs/append-command.ts'
import { documentOverride } from '@winnow/runs/document-override.ts'
import type { LoadedRun } from '@winnow/runs/load-run.ts'
import { UsageError } from '@winnow/runs/usage-error.ts'
import type { CommandContext } from '../command-context.ts'
import { client, driveLocked } from '../engine/drive-locked.ts'
import { loadRun } from '../engine/load-run.ts'
import { withWorkshop } from '../engine/workshop.ts'
import { commandRemotely } from '../remote/command-remotely.ts'
import type { RemoteCommand } from '../remote/server-client.ts'
import { keyOption, namedServer, type ServerFlags, serverOption } from '../remote/with-server.ts'

/** Commands that a user gives to a run: pause, cancel, and include, exclude or split a document. */
export function registerControl(program: Command, context: CommandContext): void {
  const reasonWords = ['--reason <text>', 'why; it stands in the log and in the report'] as const
  program
    .command('pause')
    .description('pause a run: what is under way is given back, resume goes on')
    .argument('<runId>')
    .option(...reasonWords)
    .option(...serverOption)
    .option(...keyOption)
    .option('--json', 'as JSON')
    .addHelpText('after', '\nExample:\n  winnow pause r-20261130-4kq0z7xd --reason "the budget is to be discussed"')
    .action((runId, flags) =>
      give(
        runId,
        flags,
        context,
        (_, reason) => [{ type: 'RunPaused', data: { commandId: randomUUID(), reason, cause: 'user' } }],
        'Paused',
        { path: 'pause' },
      ),
    )
  program
    .command('cancel')
    .description('cancel a run for good')
    .argument('<runId>')
    .option(...reasonWords)
    .option(...serverOption)
    .option(...keyOption)
    .option('--json', 'as JSON')
    .addHelpText('after', '\nExample:\n  winnow cancel r-20261130-4kq0z7xd --reason "asked the wrong question"')
    .action((runId, flags) => give(runId, flags, context, cancelEvents, 'Cancelled', { path: 'cancel' }))
  for (const action of ['include', 'exclude'] as const) {
    program
      .command(action)
      .description(
        action === 'include'
          ? 'take a document as relevant, whatever its screening says; only before the run has ended'
          : 'leave a document out of reading, answers and report; only before the run has ended',
      )
      .argument('<runId>')
      .argument('<documentId>', 'such as D12')
      .option(...reasonWords)
      .option(...serverOption)
      .option(...keyOption)
      .option('--json', 'as JSON')
      .addHelpText(
        'after',
        `\nExample:\n  winnow ${action} r-20261130-4kq0z7xd D12 --reason "${action === 'include' ? 'the abstract misses the point' : 'not peer reviewed'}"`,
      )
      .action((runId, documentId, flags) =>
        give(
          runId,
          flags,
          context,
          (run, reason) => [override(run, documentId, action, [], reason)],
          `${action === 'include' ? 'Included' : 'Excluded'} ${documentId}`,
          { path: `documents/${documentId}`, body: { action } },
        ),
      )
  }
  program
    .command('split')
    .description('undo a merge: the named records leave the document and never join it again; only before the run has ended')
    .argument('<runId>')
    .argument('<documentId>', 'such as D12')
    .argument('<recordIds...>', "the records' ids, as in documents.jsonl")
    .option(...reasonWords)
    .option(...serverOption)
    .option(...keyOption)
    .option('--json', 'as JSON')
    .addHelpText('after', '\nExample:\n  winnow split r-20261130-4kq0z7xd D12 dpr-preprint --reason "another experiment"')
    .action((runId, documentId, recordIds, flags) =>
      give(runId, flags, context, (run, reason) => [override(run, documentId, 'split', recordIds, reason)], `Split ${documentId}`, {
        path: `documents/${documentId}`,
        body: { action: 'split', records: recordIds },
      }),
    )
}

async function give(
  runId: string,
  flags: ServerFlags & { readonly reason?: string | undefined; readonly json?: boolean | undefined },
  context: CommandContext,
  make: (run: LoadedRun, reason: string) => readonly NewEvent[],
  said: string,
  remote: Omit<RemoteCommand, 'runId' | 'reason'>,
): Promise<void> {
  const reason = flags.reason ?? 'asked on the command line'
  const server = namedServer(flags, context.config)
  if (server !== null) return commandRemotely({ runId, reason, ...remote }, { json: flags.json === true, said }, server, context)
  await withWorkshop(context, async (workshop) => {
    const run = await loadRun(workshop, runId)
    if (run.state.completed !== null) throw new UsageError(`run ${runId} is ${run.state.status}, which is final: start a new run instead`)
    const events = make(run, reason)
    await appendCommands(workshop.log, run, events, client, context.now())
    const driven = await workshop.locks.isDriven(runId)
    // A cancelled run that nobody drives is ended here and now.
    const ended = !driven && events.some((event) => event.type === 'RunCancelled')
    if (ended) await driveLocked(runId, workshop, context, { onEvent: () => {}, onModelCall: () => {} })
    const after = ended
      ? 'it has ended'
      : driven
        ? 'the process that drives it takes it up at once'
        : `it takes effect with ${context.command} resume ${runId}`
    context.terminal.print(
      flags.json === true ? JSON.stringify({ runId, events: events.map((event) => event.type), driven }) : `${said}; ${after}.`,
    )
  })
}

function cancelEvents(_run: LoadedRun, reason: string): readonly NewEvent[] {
  return [{ type: 'RunCancelled', data: { commandId: randomUUID(), reason } }]
}

function override(
  run: LoadedRun,
  documentId: string,
  action: 'include' | 'exclude' | 'split',
  recordIds: readonly string[],
  reason: string,
): NewEvent {
  return {
    type: 'DocumentOverridden',
    data: { commandId: randomUUID(), ...documentOverride(run, { documentId, action, recordIds }), reason },
  }
}
