import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { deployedServices, type Service } from '../../packages/contracts/src/flow.ts'
import { adminUser, passwordVariable } from '../../packages/eventlog/src/jetstream/nats-config.ts'
import { imageFault, passwordInAddress, secretName } from './pinned-image.ts'

interface ComposeService {
  readonly image?: string
  readonly command?: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
  readonly healthcheck?: { readonly test?: readonly string[]; readonly disable?: boolean }
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>
  readonly networks?: readonly string[]
  readonly ports?: readonly string[]
  readonly volumes?: readonly string[]
  readonly read_only?: boolean
  readonly cap_drop?: readonly string[]
  readonly security_opt?: readonly string[]
  readonly restart?: string
  readonly stop_grace_period?: string
  readonly deploy?: { readonly replicas?: number }
}

export interface Compose {
  readonly services: { readonly [name: string]: ComposeService }
  readonly networks: { readonly [name: string]: { readonly internal?: boolean } }
  readonly volumes: { readonly [name: string]: object }
}

/** A compose file with its anchors and merges resolved. */
export function parseCompose(text: string): Compose {
  return parse(text, { merge: true, maxAliasCount: 1_000 }) as Compose
}

/** Keys of a service that are used; another one is a slip, which Compose would refuse when it starts. */
const serviceKeys = new Set(
  'build cap_drop command depends_on deploy environment healthcheck image init networks ports read_only restart security_opt shm_size stop_grace_period tmpfs user volumes'.split(
    ' ',
  ),
)

/** Services that are no process of ours, or whose image has nothing to check its health with, or that end by themselves. */
const withoutHealthCheck = ['otel-collector', 'setup']
/** Services that reach the internet, or are reached from this machine. */
const outside: readonly (Service | 'jaeger' | 'prometheus' | 'grafana')[] = [
  'planner',
  'search-gateway',
  'screener',
  'reader',
  'critic',
  'writer',
  'answerer',
  'gateway',
  'jaeger',
  'prometheus',
  'grafana',
]
const replicated: readonly string[] = ['screener', 'reader']

/** What is wrong with the compose file. `example`: the variables of .env.example; `root`: the folder of the file. */
export function composeFaults({ services, networks, volumes }: Compose, example: Readonly<Record<string, string>>, root: string): string[] {
  const roles = deployedServices.flatMap((role) => {
    const service = services[role]
    return service === undefined ? [`there is no service ${role}`] : roleFaults(role, service)
  })
  const each = Object.entries(services).flatMap(([name, service]) =>
    [
      ...hardeningFaults(name, service),
      ...Object.keys(service)
        .filter((key) => !serviceKeys.has(key))
        .map((key) => `${key} is not known`),
      ...secretFaults(service, example),
      ...(service.networks ?? ['default']).filter((network) => !(network in networks)).map((network) => `there is no network ${network}`),
      ...Object.keys(service.depends_on ?? {})
        .filter((other) => !(other in services))
        .map((other) => `waits for ${other}, which is not there`),
      ...(service.networks?.includes('outside') === outside.some((other) => other === name) ? [] : ['is on the wrong networks']),
      ...(service.ports ?? []).filter((port) => !port.startsWith('127.0.0.1:')).map((port) => `port ${port} is open to all`),
      ...(service.volumes ?? []).flatMap((volume) => volumeFaults(volume, volumes, root)),
    ].map((fault) => `${name}: ${fault}`),
  )
  return [
    ...roles,
    ...each,
    ...(networks.core?.internal === true ? [] : ['the network of broker and database reaches the internet']),
    ...brokerFaults(services),
    ...Object.entries(example)
      .filter(([name, value]) => secretName.test(name) && value !== '')
      .map(([name]) => `.env.example has a value for ${name}`),
  ]
}

function roleFaults(role: Service, service: ComposeService): string[] {
  const { command = [], environment = {}, healthcheck, deploy } = service
  const conditions = Object.entries(service.depends_on ?? {}).map(([name, { condition }]) => `${name} ${condition}`)
  const wanted = ['setup service_completed_successfully', 'nats service_healthy', 'postgres service_healthy']
  return [
    ...(command.join(' ') === `serve ${role}` ? [] : [`runs "${command.join(' ')}"`]),
    ...(environment.NATS_URL === `nats://${role}:\${${passwordVariable(role)}:?}@nats:4222` ? [] : ['is not itself on the broker']),
    ...(environment.DATABASE_URL?.includes('@postgres:5432/') ? [] : ['has no database']),
    ...(healthcheck?.test?.join(' ') === 'CMD node /app/deploy/docker/health-check.mjs /readyz' ? [] : ['its health is not checked']),
    ...wanted.filter((condition) => !conditions.includes(condition)).map((condition) => `does not wait for ${condition}`),
    ...(Number.parseInt(service.stop_grace_period ?? '10s', 10) > 30 ? [] : ['has no 30 s to drain']),
    ...((deploy?.replicas ?? 1) >= (replicated.includes(role) ? 2 : 1) ? [] : ['is not replicated']),
  ].map((fault) => `${role}: ${fault}`)
}

function hardeningFaults(name: string, service: ComposeService): string[] {
  const fault = imageFault(service.image)
  const checked = service.healthcheck?.test !== undefined && service.healthcheck.disable !== true
  return [
    ...(fault === null ? [] : [fault]),
    ...(checked || withoutHealthCheck.includes(name) ? [] : ['has no healthcheck']),
    ...(service.read_only === true ? [] : ['its root can be written']),
    ...(service.cap_drop?.includes('ALL') ? [] : ['keeps capabilities']),
    ...(service.security_opt?.includes('no-new-privileges:true') ? [] : ['may get privileges']),
    ...(service.restart === undefined ? ['is not started again'] : []),
  ]
}

/** Secrets come from the environment; a variable that must be set is in .env.example. */
function secretFaults({ environment = {} }: ComposeService, example: Readonly<Record<string, string>>): string[] {
  return Object.entries(environment).flatMap(([name, value]) => {
    const required = [...value.matchAll(/\$\{([A-Z_]+):\?/g)].map((match) => match[1] ?? '')
    return [
      ...(secretName.test(name) && !value.includes(`\${`) ? [`${name} is no reference`] : []),
      ...(passwordInAddress.test(value) ? [`${name} shows a password`] : []),
      ...required.filter((variable) => !(variable in example)).map((variable) => `${variable} is not in .env.example`),
    ]
  })
}

function volumeFaults(volume: string, volumes: Compose['volumes'], root: string): string[] {
  const [from = ''] = volume.split(':')
  if (!from.startsWith('.')) return from in volumes ? [] : [`there is no volume ${from}`]
  return [...(existsSync(join(root, from)) ? [] : [`there is no ${from}`]), ...(volume.endsWith(':ro') ? [] : [`${from} can be written`])]
}

/** The broker knows every user's password, and the set-up is the admin. */
function brokerFaults(services: Compose['services']): string[] {
  const known = services.nats?.environment ?? {}
  return [
    ...[...deployedServices, adminUser, 'sys']
      .map(passwordVariable)
      .flatMap((name) => (known[name] === `\${${name}:?}` ? [] : [`nats: ${name} is not set`])),
    ...(services.setup?.command?.join(' ') === 'nats setup' ? [] : ['setup: does not set up']),
    ...(services.setup?.environment?.NATS_URL === `nats://${adminUser}:\${${passwordVariable(adminUser)}:?}@nats:4222`
      ? []
      : ['setup: is not the admin']),
    ...(services.postgres?.environment?.POSTGRES_PASSWORD?.startsWith(`\${POSTGRES_PASSWORD:?`) ? [] : ['postgres: has no password']),
  ]
}
