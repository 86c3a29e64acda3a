import { execFileSync } from 'node:child_process'
import type { IDeployment, IStatefulSet } from 'kubernetes-models/apps/v1'
import type { IJob } from 'kubernetes-models/batch/v1'
import type { IContainer, IPodSpec } from 'kubernetes-models/v1'
import { parseAllDocuments } from 'yaml'

/** One document of a rendered overlay. */
export interface Manifest {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: { readonly name: string; readonly namespace?: string; readonly labels?: Readonly<Record<string, string>> }
}

/** The documents of `kubectl kustomize <folder>`. Throws with what kubectl said, also when it only warned. */
export function render(folder: string): Manifest[] {
  const text = execFileSync('sh', ['-c', 'kubectl kustomize "$0" 2>&1', folder], { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
  return parseAllDocuments(text).map((document) => document.toJS() as Manifest)
}

/** The documents of a kind; the schema of each was checked by `schemaFaults`. */
export function ofKind<T>(manifests: readonly Manifest[], kind: string): (Manifest & T)[] {
  return manifests.filter((manifest) => manifest.kind === kind) as (Manifest & T)[]
}

export type Labels = Readonly<Record<string, string>>

/** What runs pods: its name, how many, and the pod. */
export interface Workload {
  readonly kind: 'Deployment' | 'StatefulSet' | 'Job'
  readonly name: string
  readonly replicas: number | undefined
  readonly labels: Labels
  readonly pod: IPodSpec
  readonly container: IContainer
  /** Names of the volumes that the set claims. */
  readonly claims: readonly string[]
}

/** Every Deployment, StatefulSet and Job. Each has one container here. */
export function workloads(manifests: readonly Manifest[]): Workload[] {
  return [
    ...ofKind<IDeployment>(manifests, 'Deployment').map((manifest) => workload('Deployment', manifest, manifest.spec?.replicas)),
    ...ofKind<IStatefulSet>(manifests, 'StatefulSet').map((manifest) => workload('StatefulSet', manifest, manifest.spec?.replicas ?? 1)),
    ...ofKind<IJob>(manifests, 'Job').map((manifest) => workload('Job', manifest, 1)),
  ]
}

function workload(
  kind: Workload['kind'],
  manifest: Manifest & (IDeployment | IStatefulSet | IJob),
  replicas: number | undefined,
): Workload {
  const template = manifest.spec?.template
  const [container, ...more] = template?.spec?.containers ?? []
  if (template?.spec === undefined || container === undefined || more.length > 0)
    throw new Error(`${kind} ${manifest.metadata.name} has not one container`)
  const claims = manifest.spec !== undefined && 'volumeClaimTemplates' in manifest.spec ? manifest.spec.volumeClaimTemplates : []
  return {
    kind,
    name: manifest.metadata.name,
    replicas,
    labels: template.metadata?.labels ?? {},
    pod: template.spec,
    container,
    claims: (claims ?? []).map((claim) => claim.metadata?.name ?? ''),
  }
}

/** Whether a selector by labels takes a pod. Throws on an operator that is not used here. */
export function selects(selector: Selector | undefined, labels: Labels): boolean {
  const equal = Object.entries(selector?.matchLabels ?? {}).every(([name, value]) => labels[name] === value)
  return (
    equal &&
    (selector?.matchExpressions ?? []).every(({ key, operator, values }) => {
      if (operator !== 'In') throw new Error(`operator ${operator} is not known to these checks`)
      return (values ?? []).includes(labels[key] ?? '')
    })
  )
}

export interface Selector {
  readonly matchLabels?: Labels
  readonly matchExpressions?: readonly { readonly key: string; readonly operator: string; readonly values?: readonly string[] }[]
}
