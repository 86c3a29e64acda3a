import type { IProbe } from 'kubernetes-models/v1'
import { deployedServices } from '../../packages/contracts/src/flow.ts'
import { type Manifest, type Workload, workloads } from './manifest.ts'
import { imageFault, passwordInAddress, secretName } from './pinned-image.ts'

/** What every workload keeps, and what each service of the flow has. */
export function workloadFaults(manifests: readonly Manifest[]): string[] {
  const all = workloads(manifests)
  const names = (kind: string) => new Set(manifests.filter((manifest) => manifest.kind === kind).map(({ metadata }) => metadata.name))
  const accounts = names('ServiceAccount')
  const maps = names('ConfigMap')
  return [
    ...deployedServices.flatMap((service) => serviceFaults(service, all)),
    ...all.flatMap((workload) => {
      const faults = [
        ...containerFaults(workload),
        ...podFaults(workload),
        ...volumeFaults(workload, maps),
        ...environmentFaults(workload, maps),
        ...(accounts.has(workload.pod.serviceAccountName ?? '') ? [] : ['there is no such service account']),
      ]
      return faults.map((fault) => `${workload.kind} ${workload.name}: ${fault}`)
    }),
    ...manifests.filter(({ kind }) => kind === 'Secret').map(({ metadata }) => `Secret ${metadata.name}: secrets are not in the files`),
  ]
}

function serviceFaults(service: string, all: readonly Workload[]): string[] {
  const found = all.find(({ kind, name }) => kind === 'Deployment' && name === `winnow-${service}`)
  if (found === undefined) return [`there is no Deployment winnow-${service}`]
  const { container, pod, labels } = found
  const port = (wanted: string) => String(container.ports?.find(({ name }) => name === wanted)?.containerPort)
  const set = (variable: string) => container.env?.find(({ name }) => name === variable)?.value
  // The gateway answers probes on its own port, and tells its metrics on another one.
  const ports = service === 'gateway' ? { PORT: 'http', WINNOW_HEALTH_PORT: 'metrics' } : { WINNOW_HEALTH_PORT: 'http' }
  return [
    ...(container.args?.join(' ') === `serve ${service}` ? [] : [`runs "${container.args?.join(' ')}"`]),
    ...(container.command === undefined ? [] : ['the command is that of the image']),
    ...(labels['app.kubernetes.io/component'] === service ? [] : ['the component is not the service']),
    ...Object.entries(ports)
      .filter(([variable, name]) => set(variable) !== port(name))
      .map(([variable, name]) => `${variable} is not the port "${name}"`),
    ...probeFaults('startupProbe', container.startupProbe, '/healthz'),
    ...probeFaults('livenessProbe', container.livenessProbe, '/healthz'),
    ...probeFaults('readinessProbe', container.readinessProbe, '/readyz'),
    ...((pod.terminationGracePeriodSeconds ?? 0) >= 40 ? [] : ['has no 30 s to drain after 5 s, and some to spare']),
    ...((pod.topologySpreadConstraints ?? []).length > 0 ? [] : ['its replicas are not spread']),
  ].map((fault) => `Deployment winnow-${service}: ${fault}`)
}

function probeFaults(name: string, probe: IProbe | undefined, path: string): string[] {
  return probe?.httpGet?.path === path && probe.httpGet.port === 'http' ? [] : [`${name} does not ask ${path}`]
}

function containerFaults({ kind, container }: Workload): string[] {
  const { securityContext: security, resources, image } = container
  const fault = imageFault(image)
  const probes = ['startupProbe', 'livenessProbe', 'readinessProbe'] as const
  return [
    ...(fault === null ? [] : [fault]),
    ...(kind === 'Job' ? [] : probes.filter((probe) => container[probe] === undefined).map((probe) => `has no ${probe}`)),
    ...(resources?.requests?.cpu && resources.requests.memory && resources.limits?.memory ? [] : ['resources are not bounded']),
    ...(security?.readOnlyRootFilesystem === true ? [] : ['its root can be written']),
    ...(security?.allowPrivilegeEscalation === false ? [] : ['privileges may grow']),
    ...(security?.capabilities?.drop?.includes('ALL') && security.capabilities.add === undefined ? [] : ['keeps capabilities']),
  ]
}

function podFaults({ pod }: Workload): string[] {
  const { securityContext: security } = pod
  return [
    ...(security?.runAsNonRoot === true && (security.runAsUser ?? 0) > 0 ? [] : ['may run as root']),
    ...(security?.seccompProfile?.type === 'RuntimeDefault' ? [] : ['has no seccomp profile']),
    ...(pod.automountServiceAccountToken === false ? [] : ['gets a token of the Kubernetes API']),
    ...(pod.enableServiceLinks === false ? [] : ['gets variables of Services']),
    ...(pod.hostNetwork || pod.hostPID || pod.hostIPC ? ['shares a namespace of its node'] : []),
  ]
}

function volumeFaults({ pod, container, claims, kind }: Workload, maps: ReadonlySet<string>): string[] {
  const volumes = new Set([...(pod.volumes ?? []).map(({ name }) => name), ...claims])
  const mounts = container.volumeMounts ?? []
  const needed = kind === 'StatefulSet' ? ['/tmp'] : ['/tmp', '/data']
  return [
    ...mounts.filter(({ name }) => !volumes.has(name)).map(({ name }) => `volume ${name} does not exist`),
    ...[...volumes].filter((name) => !mounts.some((mount) => mount.name === name)).map((name) => `volume ${name} is mounted nowhere`),
    ...needed.filter((path) => !mounts.some(({ mountPath }) => mountPath === path)).map((path) => `${path} cannot be written`),
    ...(pod.volumes ?? []).flatMap(({ configMap }) =>
      configMap === undefined || maps.has(configMap.name ?? '') ? [] : [`there is no ConfigMap ${configMap.name}`],
    ),
    ...(pod.volumes ?? []).filter(({ hostPath }) => hostPath !== undefined).map(({ name }) => `volume ${name} is of its node`),
  ]
}

/** Secrets come by reference; a variable that another one uses stands before it. */
function environmentFaults({ container }: Workload, maps: ReadonlySet<string>): string[] {
  const before = new Set<string>()
  return [
    ...(container.envFrom ?? []).flatMap(({ configMapRef, secretRef }) => [
      ...(secretRef === undefined ? [] : ['takes a whole secret']),
      ...(configMapRef === undefined || maps.has(configMapRef.name ?? '') ? [] : [`there is no ConfigMap ${configMapRef.name}`]),
    ]),
    ...(container.env ?? []).flatMap(({ name, value, valueFrom }) => {
      const used = [...(value ?? '').matchAll(/\$\(([^)]+)\)/g)].map((match) => match[1] ?? '')
      const faults = [
        ...(secretName.test(name) && valueFrom?.secretKeyRef === undefined && used.length === 0 ? [`${name} is no reference`] : []),
        ...(passwordInAddress.test(value ?? '') ? [`${name} shows a password`] : []),
        ...used.filter((other) => !before.has(other)).map((other) => `${name} uses ${other}, which is not set before`),
      ]
      before.add(name)
      return faults
    }),
  ]
}
