import type { IScaledObject } from '@kubernetes-models/keda/keda.sh/v1alpha1'
import type { IDeployment } from 'kubernetes-models/apps/v1'
import type { IHorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2'
import type { IPodDisruptionBudget } from 'kubernetes-models/policy/v1'
import type { IService } from 'kubernetes-models/v1'
import { defaultLane } from '../../packages/contracts/src/flow.ts'
import { natsAccount } from '../../packages/eventlog/src/jetstream/nats-config.ts'
import { topology, workStream } from '../../packages/eventlog/src/jetstream/topology.ts'
import { consumerName } from '../../packages/eventlog/src/jetstream/work-subject.ts'
import { type Manifest, ofKind, selects, workloads } from './manifest.ts'

/** The services whose number follows the queue (issue 4). */
const scaledByQueue = ['screener', 'reader'] as const

/** How many of each service: budgets for disruptions, autoscalers, and KEDA's names, which no schema knows. */
export function scalingFaults(manifests: readonly Manifest[]): string[] {
  const scaled = [
    ...ofKind<IScaledObject>(manifests, 'ScaledObject').map(({ metadata, spec }) => ({
      by: metadata.name,
      name: spec?.scaleTargetRef.name,
    })),
    ...ofKind<IHorizontalPodAutoscaler>(manifests, 'HorizontalPodAutoscaler').map(({ metadata, spec }) => ({
      by: metadata.name,
      name: spec?.scaleTargetRef.name,
    })),
  ]
  const deployments = ofKind<IDeployment>(manifests, 'Deployment')
  return [
    ...scaled.flatMap(({ by, name }) => (deployments.some(({ metadata }) => metadata.name === name) ? [] : [`${by} scales nothing`])),
    ...deployments.flatMap(({ metadata: { name }, spec }) => {
      const scalers = scaled.filter((scaler) => scaler.name === name).length
      if (scalers > 1) return [`${name} has two autoscalers`]
      if (scalers === 1 && spec?.replicas !== undefined) return [`${name} has an autoscaler and a number`]
      return scalers === 0 && spec?.replicas === undefined ? [`${name} has neither an autoscaler nor a number`] : []
    }),
    ...(scaled.some(({ name }) => name === 'winnow-gateway') ? [] : ['the gateway has no autoscaler']),
    ...budgetFaults(manifests, new Set(scaled.map(({ name }) => name))),
    ...scaledByQueue.flatMap((service) => queueFaults(manifests, service)),
  ]
}

/** What may be more than one has a budget, and a budget lets a node be drained. */
function budgetFaults(manifests: readonly Manifest[], scaled: ReadonlySet<string | undefined>): string[] {
  const budgets = ofKind<IPodDisruptionBudget>(manifests, 'PodDisruptionBudget')
  const replicated = workloads(manifests).filter(({ name, replicas }) => scaled.has(name) || (replicas ?? 1) > 1)
  return [
    ...replicated.flatMap(({ name, labels }) => {
      const own = budgets.filter(({ spec }) => selects(spec?.selector, labels))
      return own.length === 1 ? [] : [`${name} has ${own.length} budgets`]
    }),
    ...budgets
      .filter(({ spec }) => spec?.maxUnavailable !== 1)
      .map(({ metadata }) => `budget ${metadata.name} lets not one pod go at a time`),
    ...budgets
      .filter(({ spec }) => !workloads(manifests).some(({ labels }) => selects(spec?.selector, labels)))
      .map(({ metadata }) => `budget ${metadata.name} is of nothing`),
  ]
}

function queueFaults(manifests: readonly Manifest[], service: string): string[] {
  const object = ofKind<IScaledObject>(manifests, 'ScaledObject').find(({ spec }) => spec?.scaleTargetRef.name === `winnow-${service}`)
  const [trigger, ...more] = object?.spec?.triggers ?? []
  if (object === undefined || trigger === undefined || more.length > 0) return [`KEDA does not scale the ${service} by one trigger`]
  const broker = ofKind<IService>(manifests, 'Service').find(({ metadata }) => metadata.name === 'winnow-nats')
  const port = broker?.spec?.ports?.find(({ name }) => name === 'monitor')?.port
  const consumer = consumerName(service, defaultLane)
  const wanted = {
    natsServerMonitoringEndpoint: `winnow-nats.${broker?.metadata.namespace}.svc.cluster.local:${port}`,
    account: natsAccount,
    stream: workStream,
    consumer,
    lagThreshold: '5',
    activationLagThreshold: '0',
    useHttps: 'false',
  }
  const { minReplicaCount: least = 0, maxReplicaCount: most = 100 } = object.spec ?? {}
  return [
    ...(trigger.type === 'nats-jetstream' ? [] : [`the trigger of ${service} is ${trigger.type}`]),
    ...differences(`the trigger of ${service}`, trigger.metadata, wanted),
    ...(topology({ sources: [], replicas: 1 }).consumers.some(({ name }) => name === consumer)
      ? []
      : [`nobody makes consumer ${consumer}`]),
    ...(least >= 1 && most > least ? [] : [`the ${service} goes from ${least} to ${most}`]),
  ]
}

function differences(place: string, found: Readonly<Record<string, string>>, wanted: Readonly<Record<string, string>>): string[] {
  return [...new Set([...Object.keys(found), ...Object.keys(wanted)])]
    .filter((key) => found[key] !== wanted[key])
    .map((key) => `${place}: ${key} is ${found[key]}, not ${wanted[key]}`)
}
