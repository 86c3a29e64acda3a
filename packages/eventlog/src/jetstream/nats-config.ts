import { type Permissions, servicePermissions } from './permissions.ts'

/** The account that holds Winnow's streams; monitoring names it (KEDA's `account`). */
export const natsAccount = 'WINNOW'

/** The user that makes and changes streams: of `winnow nats setup`. */
export const adminUser = 'admin'

export interface NatsConfigOptions {
  /** The names of all sources: lanes of the search gateway. */
  readonly sources: readonly string[]
  readonly storeDir: string
  /** Servers of one cluster; `routes` are addresses such as "nats://nats-0.nats:6222". Absent: a server alone. */
  readonly cluster?: { readonly name: string; readonly routes: readonly string[] }
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
export function renderNatsConfig({ sources, storeDir, cluster }: NatsConfigOptions): string {
  const users = [...servicePermissions(sources)].map(([service, permissions]) => user(service, permissions))
  return `# Written by "winnow nats config". Passwords come from the environment and begin with a letter.
port: 4222
http_port: 8222
# The variables of a server in a cluster.
${cluster === undefined ? '' : clusterBlock(cluster)}
jetstream {
  store_dir: ${JSON.stringify(storeDir)}
}
accounts {
  ${natsAccount} {
    jetstream: enabled
    users: [
      { user: ${adminUser}, password: $${passwordVariable(adminUser)}, permissions: { publish: ">", subscribe: ">" } }
${users.join('\n')}
    ]
  }
  SYS {
    users: [{ user: sys, password: $${passwordVariable('sys')} }]
  }
}
system_account: SYS
`
}

function user(name: string, { publish, subscribe }: Permissions): string {
  const list = (subjects: readonly string[]) => subjects.map((subject) => `\n          ${JSON.stringify(subject)}`).join('')
  return `      {
        user: ${name}, password: $${passwordVariable(name)}
        permissions: {
        publish: { allow: [${list(publish)}
        ] }
        subscribe: { allow: [${list(subscribe)}
        ] } }
      }`
}

function clusterBlock({ name, routes }: { readonly name: string; readonly routes: readonly string[] }): string {
  return `cluster { name: ${name}, port: 6222, routes: [${routes.map((route) => JSON.stringify(route)).join(', ')}] }`
}
