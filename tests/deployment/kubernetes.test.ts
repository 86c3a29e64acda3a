import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { brokerFaults } from './broker-faults.ts'
import { type Manifest, render } from './manifest.ts'
import { networkFaults } from './network-faults.ts'
import { scalingFaults } from './scaling-faults.ts'
import { schemaFaults } from './schema-faults.ts'
import { workloadFaults } from './workload-faults.ts'

const folder = fileURLToPath(new URL('../../deploy/k8s/overlays/', import.meta.url))
const overlays = readdirSync(folder)
/** Kustomize is part of kubectl; that of versions before 1.21 is too old. */
const version = /"gitVersion": *"v1\.(\d+)/.exec(
  spawnSync('kubectl', ['version', '--client', '-o', 'json'], { encoding: 'utf8' }).stdout ?? '',
)?.[1]
const usable = Number(version ?? 0) >= 21
// Where CI runs, a missing kubectl is a failure and not a skip.
const ready = usable || process.env.CI === 'true'
if (!ready) console.warn('kubectl 1.21 or later is not installed: the Kubernetes manifests are not checked')

const rendered = new Map<string, string>()
const overlay = (name: string): Manifest[] => {
  const text = rendered.get(name) ?? JSON.stringify(render(`${folder}${name}`))
  rendered.set(name, text)
  return JSON.parse(text)
}

const checks = { schemaFaults, workloadFaults, scalingFaults, brokerFaults, networkFaults }
test('there are overlays for a small and a large cluster', () => {
  expect(overlays.toSorted()).toEqual(['production', 'small'])
})

describe.skipIf(!ready).each(overlays)('overlay %s', (name) => {
  test.each(Object.entries(checks))('%s: none', (_, check) => {
    expect(check(overlay(name))).toEqual([])
  })

  test.each([
    'Deployment',
    'StatefulSet',
    'PodDisruptionBudget',
    'NetworkPolicy',
    'ScaledObject',
    'HorizontalPodAutoscaler',
    'Job',
    'Service',
  ])('has a %s', (kind) => {
    expect(overlay(name).filter((manifest) => manifest.kind === kind)).not.toEqual([])
  })

  test('everything is in the namespace of the overlay', () => {
    expect(overlay(name).filter(({ kind, metadata }) => kind !== 'Namespace' && metadata.namespace !== 'winnow')).toEqual([])
  })
})

type Node = { [key: string]: unknown }

/** The object or list at a path such as "spec.template.spec.containers.0" of a document. */
function at<T = Node>(manifests: readonly Manifest[], kind: string, name: string, path: string): T {
  const found = manifests.find((manifest) => manifest.kind === kind && manifest.metadata.name.startsWith(name))
  if (found === undefined) throw new Error(`no ${kind} ${name}`)
  return path.split('.').reduce((value: unknown, key) => (key === '' ? value : (value as Node)[key]), found) as T
}

const put =
  (kind: string, name: string, path: string, value: unknown) =>
  (manifests: Manifest[]): Manifest[] => {
    const keys = path.split('.')
    const last = keys.pop() ?? ''
    const target = at(manifests, kind, name, keys.join('.'))
    if (value === undefined) delete target[last]
    else target[last] = value
    return manifests
  }
const without = (kind: string, name: string) => (manifests: Manifest[]) =>
  manifests.filter((manifest) => !(manifest.kind === kind && manifest.metadata.name === name))
const container = 'spec.template.spec.containers.0'
const pod = 'spec.template.spec'
/** Changes one variable of a container. */
const variable = (kind: string, workload: string, name: string, change: object) => (manifests: Manifest[]) => {
  const env = at<{ name: string }[]>(manifests, kind, workload, `${container}.env`)
  const index = env.findIndex((one) => one.name === name)
  env[index] = { name, ...change }
  return manifests
}

/** Gives the pods of a workload another component. */
const label = (kind: string, workload: string, component: string) => (manifests: Manifest[]) => {
  at(manifests, kind, workload, 'spec.template.metadata.labels')['app.kubernetes.io/component'] = component
  return manifests
}

type Check = (manifests: readonly Manifest[]) => string[]
type Row = readonly [what: string, change: (manifests: Manifest[]) => Manifest[], fault: RegExp]

function finds(check: Check, name: string, rows: readonly Row[]): void {
  describe.skipIf(!ready)(`${check.name || 'every check'} in ${name} finds`, () => {
    test.each(rows)('%s', (_, change, fault) => {
      expect(check(change(overlay(name)))).toContainEqual(expect.stringMatching(fault))
    })
  })
}

finds(schemaFaults, 'small', [
  ['a number as text', put('Deployment', 'winnow-planner', 'spec.replicas', '2'), /Deployment winnow-planner: .*replicas.*(integer|type)/s],
  ['a misspelt key', put('Deployment', 'winnow-planner', `${container}.prts`, []), /\/prts is not known/],
  ['a misspelt key at the top', put('Service', 'winnow-gateway', 'speck', {}), /\/speck is not known/],
  [
    'a misspelt key of a reference',
    put('Deployment', 'winnow-critic', `${container}.env.0.valueFrom.secretKeyRef.optinal`, true),
    /optinal is not known/,
  ],
  ['a misspelt key of a budget', put('PodDisruptionBudget', 'winnow-reader', 'spec.maxUnavailble', 1), /maxUnavailble is not known/],
  [
    'a trigger without a type',
    put('ScaledObject', 'winnow-reader', 'spec.triggers.0.type', undefined),
    /ScaledObject winnow-reader: .*type/s,
  ],
  [
    'a number in a trigger',
    put('ScaledObject', 'winnow-reader', 'spec.triggers.0.metadata.lagThreshold', 5),
    /ScaledObject winnow-reader: .*lagThreshold/s,
  ],
  ['an unknown kind', put('Job', 'winnow-setup', 'kind', 'Jop'), /no schema for batch\/v1 Jop/],
])

finds(workloadFaults, 'small', [
  ['a service that is missing', without('Deployment', 'winnow-dedup'), /no Deployment winnow-dedup/],
  ['another role', put('Deployment', 'winnow-dedup', `${container}.args`, ['serve', 'critic']), /winnow-dedup: runs "serve critic"/],
  ['a command of its own', put('Deployment', 'winnow-dedup', `${container}.command`, ['node']), /the command is that of the image/],
  ['another component', label('Deployment', 'winnow-dedup', 'critic'), /winnow-dedup: the component is not the service/],
  [
    'another health port',
    variable('Deployment', 'winnow-dedup', 'WINNOW_HEALTH_PORT', { value: '8082' }),
    /WINNOW_HEALTH_PORT is not the port "http"/,
  ],
  ['another port of the gateway', variable('Deployment', 'winnow-gateway', 'PORT', { value: '80' }), /: PORT is not the port "http"/],
  [
    'metrics on another port',
    variable('Deployment', 'winnow-gateway', 'WINNOW_HEALTH_PORT', { value: '8080' }),
    /: WINNOW_HEALTH_PORT is not the port "metrics"/,
  ],
  ['no startup probe', put('Deployment', 'winnow-dedup', `${container}.startupProbe`, undefined), /startupProbe does not ask \/healthz/],
  [
    'a liveness probe that waits for others',
    put('Deployment', 'winnow-dedup', `${container}.livenessProbe.httpGet.path`, '/readyz'),
    /livenessProbe does not ask \/healthz/,
  ],
  [
    'a readiness probe on another port',
    put('Deployment', 'winnow-dedup', `${container}.readinessProbe.httpGet.port`, 8080),
    /readinessProbe does not ask \/readyz/,
  ],
  [
    'a database without a probe',
    put('StatefulSet', 'winnow-postgres', `${container}.readinessProbe`, undefined),
    /winnow-postgres: has no readinessProbe/,
  ],
  ['too little time to drain', put('Deployment', 'winnow-dedup', `${pod}.terminationGracePeriodSeconds`, 39), /has no 30 s to drain/],
  ['replicas on one node', put('Deployment', 'winnow-dedup', `${pod}.topologySpreadConstraints`, []), /are not spread/],
])

finds(workloadFaults, 'small', [
  ['latest', put('Deployment', 'winnow-dedup', `${container}.image`, 'winnow:latest'), /names no version/],
  ['an image without a tag', put('StatefulSet', 'winnow-nats', `${container}.image`, 'registry:5000/nats'), /has no tag/],
  ['no bound on memory', put('Deployment', 'winnow-dedup', `${container}.resources.limits`, undefined), /resources are not bounded/],
  [
    'no request of memory',
    put('Deployment', 'winnow-dedup', `${container}.resources.requests.memory`, undefined),
    /resources are not bounded/,
  ],
  ['no request of cpu', put('Job', 'winnow-setup', `${container}.resources.requests.cpu`, undefined), /resources are not bounded/],
  [
    'a root that can be written',
    put('StatefulSet', 'winnow-postgres', `${container}.securityContext.readOnlyRootFilesystem`, false),
    /root can be written/,
  ],
  [
    'growing privileges',
    put('Deployment', 'winnow-dedup', `${container}.securityContext.allowPrivilegeEscalation`, undefined),
    /privileges may grow/,
  ],
  ['kept capabilities', put('Deployment', 'winnow-dedup', `${container}.securityContext.capabilities`, {}), /keeps capabilities/],
  [
    'a capability that is added',
    put('Deployment', 'winnow-dedup', `${container}.securityContext.capabilities.add`, ['NET_ADMIN']),
    /keeps capabilities/,
  ],
  ['root', put('Deployment', 'winnow-dedup', `${pod}.securityContext.runAsUser`, 0), /may run as root/],
  ['perhaps root', put('Deployment', 'winnow-dedup', `${pod}.securityContext.runAsNonRoot`, undefined), /may run as root/],
  ['no seccomp', put('Job', 'winnow-setup', `${pod}.securityContext.seccompProfile.type`, 'Unconfined'), /no seccomp profile/],
  ['a token', put('StatefulSet', 'winnow-nats', `${pod}.automountServiceAccountToken`, true), /a token of the Kubernetes API/],
  ['variables of Services', put('Deployment', 'winnow-dedup', `${pod}.enableServiceLinks`, undefined), /variables of Services/],
  ['the network of the node', put('Deployment', 'winnow-dedup', `${pod}.hostNetwork`, true), /namespace of its node/],
  ['an account that is not there', put('Deployment', 'winnow-dedup', `${pod}.serviceAccountName`, 'other'), /no such service account/],
  [
    'a volume that is not there',
    put('Deployment', 'winnow-dedup', `${container}.volumeMounts.0.name`, 'other'),
    /volume other does not exist/,
  ],
  [
    'a claim under another name',
    put('StatefulSet', 'winnow-nats', 'spec.volumeClaimTemplates.0.metadata.name', 'store'),
    /volume nats-data does not exist/,
  ],
  ['nowhere to write', put('Deployment', 'winnow-dedup', `${container}.volumeMounts.1.mountPath`, '/var/tmp'), /\/tmp cannot be written/],
  [
    'a folder of the node',
    put('Deployment', 'winnow-dedup', `${pod}.volumes.0`, { name: 'data', hostPath: { path: '/' } }),
    /volume data is of its node/,
  ],
  [
    'settings that are not there',
    put('Deployment', 'winnow-dedup', `${container}.envFrom.0.configMapRef.name`, 'winnow-settings'),
    /no ConfigMap winnow-settings/,
  ],
  ['a key in plain text', variable('Deployment', 'winnow-screener', 'OPENAI_API_KEY', { value: 'sk-1' }), /OPENAI_API_KEY is no reference/],
  [
    'a database address in plain text',
    variable('Deployment', 'winnow-dedup', 'DATABASE_URL', { value: 'postgres://db/winnow' }),
    /DATABASE_URL is no reference/,
  ],
  [
    'a password in an address',
    variable('Deployment', 'winnow-dedup', 'NATS_URL', { value: 'nats://dedup:pw@winnow-nats:4222' }),
    /NATS_URL shows a password/,
  ],
  [
    'a variable that is set too late',
    (manifests) => {
      at<object[]>(manifests, 'Deployment', 'winnow-dedup', `${container}.env`).reverse()
      return manifests
    },
    /NATS_URL uses NATS_PASSWORD, which is not set before/,
  ],
  [
    'a secret in the files',
    (manifests) =>
      [...manifests, { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'x' } }].map((one) =>
        one.metadata.name === 'x' ? { ...one, kind: 'Secret' } : one,
      ),
    /Secret x: secrets are not in the files/,
  ],
])

finds(scalingFaults, 'small', [
  ['a replicated service without a budget', without('PodDisruptionBudget', 'winnow-screener'), /winnow-screener has 0 budgets/],
  [
    'a budget that stops drains',
    put('PodDisruptionBudget', 'winnow-reader', 'spec.maxUnavailable', 0),
    /winnow-reader lets not one pod go/,
  ],
  [
    'a budget of nothing',
    put('PodDisruptionBudget', 'winnow-reader', 'spec.selector.matchLabels.x', 'y'),
    /budget winnow-reader is of nothing/,
  ],
  [
    'an autoscaler and a number',
    put('Deployment', 'winnow-screener', 'spec.replicas', 2),
    /winnow-screener has an autoscaler and a number/,
  ],
  ['neither', put('Deployment', 'winnow-dedup', 'spec.replicas', undefined), /winnow-dedup has neither/],
  [
    'an autoscaler of nothing',
    put('HorizontalPodAutoscaler', 'winnow-gateway', 'spec.scaleTargetRef.name', 'gateway'),
    /winnow-gateway scales nothing/,
  ],
  [
    'two autoscalers',
    put('HorizontalPodAutoscaler', 'winnow-gateway', 'spec.scaleTargetRef.name', 'winnow-reader'),
    /winnow-reader has two autoscalers/,
  ],
  ['no autoscaler of the gateway', without('HorizontalPodAutoscaler', 'winnow-gateway'), /the gateway has no autoscaler/],
  ['no autoscaler of the reader', without('ScaledObject', 'winnow-reader'), /KEDA does not scale the reader/],
  [
    'another consumer',
    put('ScaledObject', 'winnow-screener', 'spec.triggers.0.metadata.consumer', 'screener'),
    /consumer is screener, not screener-default/,
  ],
  ['another stream', put('ScaledObject', 'winnow-screener', 'spec.triggers.0.metadata.stream', 'EVENTS'), /stream is EVENTS, not WORK/],
  ['another account', put('ScaledObject', 'winnow-screener', 'spec.triggers.0.metadata.account', '$G'), /account is \$G, not WINNOW/],
  ['another threshold', put('ScaledObject', 'winnow-screener', 'spec.triggers.0.metadata.lagThreshold', '6'), /lagThreshold is 6, not 5/],
  [
    'a misspelt name',
    put('ScaledObject', 'winnow-screener', 'spec.triggers.0.metadata.useHttp', 'false'),
    /useHttp is false, not undefined/,
  ],
  [
    'a name that is missing',
    put('ScaledObject', 'winnow-screener', 'spec.triggers.0.metadata.useHttps', undefined),
    /useHttps is undefined/,
  ],
  [
    'the broker in another namespace',
    put(
      'ScaledObject',
      'winnow-screener',
      'spec.triggers.0.metadata.natsServerMonitoringEndpoint',
      'winnow-nats.default.svc.cluster.local:8222',
    ),
    /natsServerMonitoringEndpoint is winnow-nats.default/,
  ],
  ['another trigger', put('ScaledObject', 'winnow-screener', 'spec.triggers.0.type', 'cpu'), /the trigger of screener is cpu/],
  ['nothing to scale down to', put('ScaledObject', 'winnow-screener', 'spec.minReplicaCount', 0), /the screener goes from 0/],
  ['nothing to scale up to', put('ScaledObject', 'winnow-screener', 'spec.maxReplicaCount', 1), /the screener goes from 1 to 1/],
])

finds(brokerFaults, 'small', [
  ['no broker', without('StatefulSet', 'winnow-nats'), /no StatefulSet winnow-nats/],
  [
    "another's user",
    variable('Deployment', 'winnow-dedup', 'NATS_URL', { value: 'nats://admin:$(NATS_PASSWORD)@winnow-nats:4222' }),
    /winnow-dedup is not dedup on the broker/,
  ],
  [
    "another's password",
    variable('Deployment', 'winnow-dedup', 'NATS_PASSWORD', {
      valueFrom: { secretKeyRef: { name: 'winnow-nats', key: 'NATS_PASSWORD_CRITIC' } },
    }),
    /not the password of dedup/,
  ],
  [
    'a set-up that is no admin',
    variable('Job', 'winnow-setup', 'NATS_URL', { value: 'nats://dedup:$(NATS_PASSWORD)@winnow-nats:4222' }),
    /winnow-setup is not admin/,
  ],
  [
    'a password that is not set',
    variable('StatefulSet', 'winnow-nats', 'NATS_PASSWORD_DEDUP', { name: 'OTHER', value: '1' }),
    /uses NATS_PASSWORD_DEDUP, which is not set/,
  ],
  [
    'passwords that are exchanged',
    variable('StatefulSet', 'winnow-nats', 'NATS_PASSWORD_DEDUP', {
      valueFrom: { secretKeyRef: { name: 'winnow-nats', key: 'NATS_PASSWORD_CRITIC' } },
    }),
    /NATS_PASSWORD_DEDUP is not the secret's key/,
  ],
  [
    'a configuration that is not there',
    put('StatefulSet', 'winnow-nats', `${container}.args.1`, '/etc/nats/nats.conf'),
    /reads nats.conf, or includes, what is in no ConfigMap/,
  ],
  ['an include that is not there', put('ConfigMap', 'winnow-nats', 'data', { 'server.conf': 'include other.conf' }), /in no ConfigMap/],
  [
    'more copies than brokers',
    put('Job', 'winnow-setup', `${container}.args.3`, '3'),
    /the set-up runs "nats setup --replicas 3" for 1 brokers/,
  ],
])

finds(networkFaults, 'small', [
  ['no default', without('NetworkPolicy', 'winnow-deny'), /Ingress is not refused/],
  [
    'no default for what goes out',
    (manifests) => {
      put('NetworkPolicy', 'winnow-deny', 'spec.policyTypes', ['Ingress'])(manifests)
      return put('NetworkPolicy', 'winnow-dns', 'spec.podSelector', { matchLabels: { x: 'y' } })(manifests)
    },
    /Egress is not refused/,
  ],
  [
    'services that reach no broker',
    put('NetworkPolicy', 'winnow-services', 'spec.egress', []),
    /port 4222: winnow-conductor → winnow-nats is refused/,
  ],
  [
    'a broker that lets nobody in',
    put('NetworkPolicy', 'winnow-nats', 'spec.ingress', []),
    /port 4222: winnow-conductor → winnow-nats is refused/,
  ],
  ['a broker that lets everybody in', put('NetworkPolicy', 'winnow-nats', 'spec.ingress', [{}]), /winnow-nats lets everybody in/],
  [
    'a gateway for every namespace',
    put('NetworkPolicy', 'winnow-gateway', 'spec.ingress.0.from', [{ namespaceSelector: {} }]),
    /winnow-gateway lets everybody in/,
  ],
  ['a way to everywhere', put('NetworkPolicy', 'winnow-models', 'spec.egress.0.to', undefined), /winnow-models lets everything out/],
  [
    'a database for all',
    put('NetworkPolicy', 'winnow-postgres', 'spec.ingress', []),
    /port 5432: winnow-conductor → winnow-postgres is refused/,
  ],
  [
    'a database that the broker reaches',
    (manifests) => {
      put('NetworkPolicy', 'winnow-postgres', 'spec.ingress', [{}])(manifests)
      return put('NetworkPolicy', 'winnow-database', 'spec.podSelector', {})(manifests)
    },
    /port 5432: winnow-nats → winnow-postgres is let through/,
  ],
  [
    'services that call each other',
    (manifests) => {
      put('NetworkPolicy', 'winnow-services', 'spec.ingress', [{}])(manifests)
      return put('NetworkPolicy', 'winnow-services', 'spec.egress', [{}])(manifests)
    },
    /port 8081: winnow-conductor → winnow-critic is let through/,
  ],
  [
    'a web for a service that needs none',
    put('NetworkPolicy', 'winnow-sources', 'spec.podSelector', {}),
    /winnow-conductor to .* is let through/,
  ],
  ['no web for the search gateway', without('NetworkPolicy', 'winnow-sources'), /winnow-search-gateway to .*:80 is refused/],
  ['no models', without('NetworkPolicy', 'winnow-models'), /winnow-planner to .*:443 is refused/],
  [
    'plain http to models',
    put('NetworkPolicy', 'winnow-models', 'spec.egress.0.ports.0.port', 80),
    /winnow-planner to .*:80 is let through/,
  ],
  [
    'private addresses',
    (manifests) => {
      at<string[]>(manifests, 'NetworkPolicy', 'winnow-sources', 'spec.egress.0.to.0.ipBlock.except').shift()
      return manifests
    },
    /winnow-search-gateway to 0\.\d+\.77\.1:80 is let through/,
  ],
  [
    'one private address',
    (manifests) => {
      const except = at<string[]>(manifests, 'NetworkPolicy', 'winnow-sources', 'spec.egress.0.to.0.ipBlock.except')
      except.splice(except.indexOf('168.63.129.16/32'), 1)
      return manifests
    },
    /winnow-search-gateway to 168\.63\.129\.16:80 is let through/,
  ],
  [
    'unique local addresses',
    put('NetworkPolicy', 'winnow-sources', 'spec.egress.0.to.1.ipBlock.cidr', '::/0'),
    /winnow-search-gateway to .*:.*:80 is let through/,
  ],
])

finds((manifests) => [scalingFaults, brokerFaults, networkFaults].flatMap((check) => check(manifests)), 'production', [
  ['a replicated service without a budget', without('PodDisruptionBudget', 'winnow-dedup'), /winnow-dedup has 0 budgets/],
  ['too few routes', put('StatefulSet', 'winnow-nats', 'spec.replicas', 5), /5 brokers have 3 routes/],
  [
    'a route to nowhere',
    variable('StatefulSet', 'winnow-nats', 'NATS_ROUTE_1', {
      value: 'nats://route:$(NATS_PASSWORD_ROUTE)@winnow-nats-0.winnow-nats:6222',
    }),
    /NATS_ROUTE_1 is not the address of server 1/,
  ],
  ['one copy for three brokers', put('Job', 'winnow-setup', `${container}.args.3`, '1'), /"nats setup --replicas 1" for 3 brokers/],
  ['no way to the database', without('NetworkPolicy', 'winnow-database'), /winnow-conductor has no way to the database/],
])
