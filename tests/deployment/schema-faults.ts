import { ScaledObject } from '@kubernetes-models/keda/keda.sh/v1alpha1'
import { Deployment, StatefulSet } from 'kubernetes-models/apps/v1'
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2'
import { Job } from 'kubernetes-models/batch/v1'
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1'
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1'
import { ConfigMap, Namespace, Service, ServiceAccount } from 'kubernetes-models/v1'
import type { Manifest } from './manifest.ts'

type Validator = (this: object) => void

const validators = new Map<string, Validator>(
  [
    Deployment,
    StatefulSet,
    Job,
    HorizontalPodAutoscaler,
    NetworkPolicy,
    PodDisruptionBudget,
    ConfigMap,
    Namespace,
    Service,
    ServiceAccount,
    ScaledObject,
  ].map((kind) => [`${kind.apiVersion} ${kind.kind}`, kind.prototype.validate]),
)

/** What the schema of each document's kind refuses, and keys that it does not know: the schemas themselves let those pass. */
export function schemaFaults(manifests: readonly Manifest[]): string[] {
  return manifests.flatMap((manifest) => {
    const place = `${manifest.kind} ${manifest.metadata.name}`
    const validate = validators.get(`${manifest.apiVersion} ${manifest.kind}`)
    if (validate === undefined) return [`${place}: no schema for ${manifest.apiVersion} ${manifest.kind}`]
    const watched = watchReads(manifest)
    try {
      validate.call(watched.value)
    } catch (error) {
      return [`${place}: ${error instanceof Error ? error.message : String(error)}`]
    }
    return watched.unread().map((path) => `${place}: ${path} is not known`)
  })
}

/**
 * The value behind a proxy that notes which keys were read. A schema's validator reads every key that the schema names, and
 * all keys of a free map (labels, data): what it has not read is a key that does not exist.
 */
function watchReads(value: object): { readonly value: object; unread(): string[] } {
  const nodes: { readonly path: string; readonly node: object; readonly read: Set<string> }[] = []
  const proxies = new Map<object, object>()
  const watch = (node: unknown, path: string): unknown => {
    if (typeof node !== 'object' || node === null) return node
    const known = proxies.get(node)
    if (known !== undefined) return known
    const read = new Set<string>()
    nodes.push({ path, node, read })
    const proxy = new Proxy(node, {
      get: (target, key) => {
        const inner = Reflect.get(target, key)
        if (typeof key !== 'string' || !Object.hasOwn(target, key)) return inner
        read.add(key)
        return watch(inner, `${path}/${key}`)
      },
    })
    proxies.set(node, proxy)
    return proxy
  }
  return {
    value: watch(value, '') as object,
    unread: () =>
      nodes.flatMap(({ path, node, read }) =>
        Object.keys(node)
          .filter((key) => !read.has(key))
          .map((key) => `${path}/${key}`),
      ),
  }
}
