import { randomBytes } from 'node:crypto'
import { type Command, Option } from '@commander-js/extra-typings'
import { apiRole } from '@winnow/contracts/api/role.ts'
import { workspaceId } from '@winnow/contracts/ids.ts'
import { createKey, listKeys, revokeKey } from '@winnow/gateway/keys/api-keys.ts'
import { parseKey } from '@winnow/gateway/keys/presented-key.ts'
import { UsageError } from '@winnow/runs/usage-error.ts'
import { sanitiseText } from '@winnow/text/sanitise-text.ts'
import type { CommandContext } from '../command-context.ts'
import { withDatabase } from '../engine/workshop.ts'
import { keysTable } from '../output/keys-table.ts'

const examples = `
Examples:
  winnow keys create --workspace acme --role researcher --name "laptop of Ada"
  winnow keys list --workspace acme
  winnow keys revoke 0f3c9a52be17d684`

/** `winnow keys`: the keys of the HTTP interface, in the database that DATABASE_URL names (or the embedded one). */
export function registerKeys(program: Command, context: CommandContext): void {
  const keys = program
    .command('keys')
    .description('keys for the HTTP interface of a Winnow server: create, list, revoke')
    .addHelpText('after', examples)
  keys
    .command('create')
    .description('make a key; it is shown only this once')
    .requiredOption('--workspace <name>', 'whose runs it may see: lower-case letters, digits and hyphens', workspaceOption)
    .addOption(
      new Option('--role <role>', 'viewer sees, researcher also starts and steers runs, admin also manages keys')
        .choices(apiRole.options)
        .makeOptionMandatory(),
    )
    .option('--name <text>', 'what to call it, for the list')
    .option('--json', 'as JSON, with the key')
    .action(({ workspace, role, name, json }) =>
      withDatabase(context, async (pool) => {
        const wanted = { workspaceId: workspace, role, name: sanitiseText(name ?? '').trim() }
        const { key, keyId } = await createKey(pool, wanted, randomBytes, context.now())
        if (json === true) return context.terminal.print(JSON.stringify({ key, keyId, ...wanted }))
        // The key alone on standard output, so that it can go straight into a file.
        context.terminal.print(key)
        context.terminal.say(
          `This is key ${keyId}, of a ${role} of workspace ${workspace}. It is shown only now: keep it. Use it with --key, or as WINNOW_KEY.`,
        )
      }),
    )
  keys
    .command('list')
    .description('list the keys, revoked ones too; never the secrets')
    .option('--workspace <name>', 'only those of this workspace', workspaceOption)
    .option('--json', 'as JSON: {"keys":[{keyId, workspaceId, role, name, createdAt, revokedAt, lastUsedAt}]}')
    .action(({ workspace, json }) =>
      withDatabase(context, async (pool) => {
        const listed = await listKeys(pool, workspace ?? null)
        context.terminal.print(json === true ? JSON.stringify({ keys: listed }) : keysTable(listed))
      }),
    )
  keys
    .command('revoke')
    .description('revoke a key for good: whoever has it is refused from now on')
    .argument('<keyId>', 'its id, or the key itself')
    .option('--json', 'as JSON')
    .action((given, { json }) =>
      withDatabase(context, async (pool) => {
        const keyId = parseKey(given)?.keyId ?? given
        // What was typed may hold a secret: it is not repeated.
        if ((await revokeKey(pool, null, keyId, context.now())) === 'unknown')
          throw new UsageError('there is no such key; `winnow keys list` lists them by their ids')
        context.terminal.print(json === true ? JSON.stringify({ keyId, revoked: true }) : `Revoked ${keyId}.`)
      }),
    )
}

/** Reads a workspace's name. */
function workspaceOption(raw: string): string {
  if (!workspaceId.safeParse(raw).success)
    throw new UsageError(`--workspace takes up to 40 lower-case letters, digits and hyphens, not "${raw}"`)
  return raw
}
