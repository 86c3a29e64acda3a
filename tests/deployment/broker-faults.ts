import type { IConfigMap } from 'kubernetes-models/v1'
import { deployedServices } from '../../packages/contracts/src/flow.ts'
import { adminUser, passwordVariable } from '../../packages/eventlog/src/jetstream/nats-config.ts'
import { type Manifest, ofKind, type Workload, workloads } from './manifest.ts'

/** Who connects to the broker as whom, and that the broker's servers find each other. */
export function brokerFaults(manifests: readonly Manifest[]): string[] {
  const all = workloads(manifests)
  const broker = all.find(({ kind, name }) => kind === 'StatefulSet' && name === 'winnow-nats')
  if (broker === undefined) return ['there is no StatefulSet winnow-nats']
  const config = Object.assign({}, ...ofKind<IConfigMap>(manifests, 'ConfigMap').map(({ data }) => data)) as Readonly<
    Record<string, string>
  >
  return [
    ...deployedServices.flatMap((service) => userFaults(all, `winnow-${service}`, service)),
    ...userFaults(all, 'winnow-setup', adminUser),
    ...serverFaults(broker, config),
    ...copiesFaults(broker, all),
  ]
}

function userFaults(all: readonly Workload[], name: string, user: string): string[] {
  const env = all.find((workload) => workload.name === name)?.container.env ?? []
  const password = env.find((variable) => variable.name === 'NATS_PASSWORD')?.valueFrom?.secretKeyRef
  return [
    ...(env.find((variable) => variable.name === 'NATS_URL')?.value === `nats://${user}:$(NATS_PASSWORD)@winnow-nats:4222`
      ? []
      : [`${name} is not ${user} on the broker`]),
    ...(password?.name === 'winnow-nats' && password.key === passwordVariable(user) ? [] : [`${name} has not the password of ${user}`]),
  ]
}

/** Every variable of the configuration is set, and each password by the secret's key of that name. */
function serverFaults({ container, replicas }: Workload, config: Readonly<Record<string, string>>): string[] {
  const file = container.args?.[1]?.replace('/etc/nats/', '') ?? ''
  const text = included(file, config)
  if (text === null) return [`the broker reads ${file}, or includes, what is in no ConfigMap`]
  const used = new Set([...text.matchAll(/(?<!")\$([A-Z][A-Z0-9_]*)/g)].map((match) => match[1] ?? ''))
  const routes = [...used].filter((name) => name.startsWith('NATS_ROUTE_'))
  return [
    ...[...used].flatMap((name) => {
      const variable = container.env?.find((other) => other.name === name)
      if (variable === undefined) return [`the broker's configuration uses ${name}, which is not set`]
      if (!name.startsWith('NATS_PASSWORD_')) return []
      return variable.valueFrom?.secretKeyRef?.key === name ? [] : [`${name} is not the secret's key of that name`]
    }),
    ...(routes.length === (replicas === 1 ? 0 : replicas) ? [] : [`${replicas} brokers have ${routes.length} routes`]),
    ...routes.flatMap((name, index) =>
      container.env?.find((other) => other.name === name)?.value ===
      `nats://route:$(NATS_PASSWORD_ROUTE)@winnow-nats-${index}.winnow-nats:6222`
        ? []
        : [`${name} is not the address of server ${index}`],
    ),
  ]
}

/** The text of a configuration file with what it includes; null when a file is missing. */
function included(file: string, config: Readonly<Record<string, string>>): string | null {
  const text = config[file]
  if (text === undefined) return null
  const parts = text.split('\n').map((line) => {
    const name = /^include (\S+)$/.exec(line)?.[1]
    return name === undefined ? line.replace(/^\s*#.*/, '') : included(name, config)
  })
  return parts.includes(null) ? null : parts.join('\n')
}

/** As many copies of each stream as brokers: three have three. */
function copiesFaults({ replicas }: Workload, all: readonly Workload[]): string[] {
  const args = all.find(({ kind, name }) => kind === 'Job' && name === 'winnow-setup')?.container.args?.join(' ')
  return args === `nats setup --replicas ${replicas}` ? [] : [`the set-up runs "${args}" for ${replicas} brokers`]
}
