import type { Cluster } from '@winnow/domain/linkage/link-records.ts'
import { type Deduplicated, mergedDocument } from './deduplicated.ts'

/**
 * The result as JSON in pieces of whole lines, one cluster a line: `{"records","documents","clusters":[{"ids","kept","decisions"}],
 * "linked":[{"text","work","kind"}],"containers","renamed":[{"id","recordId"}],"problems"}`. Every record id stands in one
 * cluster; a cluster of several also has `fields`: which record gave which field of the document. `renamed` are the ids that
 * the input has more than once.
 */
export function* dedupJson({ library, clusters, linked, containers }: Deduplicated): Generator<string> {
  yield `{"records":${library.records.length},"documents":${clusters.length},"clusters":[\n`
  for (const [index, cluster] of clusters.entries())
    yield `${JSON.stringify(clusterJson(cluster))}${index === clusters.length - 1 ? '' : ','}\n`
  const rest = { linked, containers, renamed: library.renamed, problems: library.problems }
  yield `],${JSON.stringify(rest).slice(1)}\n`
}

function clusterJson(cluster: Cluster): object {
  const { recordIds, survivor, decisions } = cluster
  const head = { ids: recordIds, kept: survivor.recordId, decisions }
  if (recordIds.length === 1) return head
  return { ...head, fields: Object.fromEntries(mergedDocument(cluster).fieldsFrom.map(({ id, fields }) => [id, fields])) }
}
