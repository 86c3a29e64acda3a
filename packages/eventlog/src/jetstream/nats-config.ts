import { deployedServices } from '@winnow/contracts/flow.ts'
import { type Permissions, servicePermissions } from './permissions.ts'

/** The account that holds Winnow's streams; monitoring names it (KEDA's `account`). */
export const natsAccount = 'WINNOW'

/** The user that makes and changes streams: of `winnow nats setup`. */
export const adminUser = 'admin'

/** The user of the system account: sees how the servers are, and no stream. */
export const systemUser = 'sys'

/** Every user of the configuration. */
export const natsUsers: readonly string[] = [adminUser, systemUser, ...deployedServices]

export interface NatsConfigOptions {
  /** The names of all sources: lanes of the search gateway. */
  readonly sources: readonly string[]
  /** Where the server keeps its streams. */
  readonly storeDir: string
}

/** The environment variable that holds a user's password, such as NATS_PASSWORD_SEARCH_GATEWAY. */
export function passwordVariable(user: string): string {
  return `NATS_PASSWORD_${user.toUpperCase().replaceAll('-', '_')}`
}

/**
 * The configuration file of nats-server: one account with a user a service (see `servicePermissions`), the user `admin`, who
 * may do all, and a system account. Passwords come from the server's environment (`passwordVariable`); they begin with a
 * letter, as the server would take one that looks like a number for a number.
 */
export function renderNatsConfig({ sources, storeDir }: NatsConfigOptions): string {
  const users = [...servicePermissions(sources)].map(([service, permissions]) => userBlock(service, permissions))
  return `# Written by "winnow nats config". Passwords come from the environment and begin with a letter.
port: 4222
http_port: 8222
jetstream { store_dir: ${JSON.stringify(storeDir)} }
accounts {
  ${natsAccount} {
    jetstream: enabled
    users: [
      { user: ${adminUser}, password: $${passwordVariable(adminUser)}, permissions: { publish: ">", subscribe: ">" } }
${users.join('\n')}
    ]
  }
  SYS { users: [{ user: ${systemUser}, password: $${passwordVariable(systemUser)} }] }
}
system_account: SYS
`
}

function userBlock(name: string, { publish, subscribe }: Permissions): string {
  const allow = (subjects: readonly string[]) =>
    `[\n${subjects.map((subject) => `            ${JSON.stringify(subject)}\n`).join('')}          ]`
  return `      {
        user: ${name}, password: $${passwordVariable(name)}
        permissions: {
          publish: ${allow(publish)}
          subscribe: ${allow(subscribe)}
        }
      }`
}
