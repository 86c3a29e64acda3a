import type { EventData } from '@winnow/contracts/registry.ts'
import { resolveDocument } from '@winnow/domain/state.ts'
import type { LoadedRun } from './load-run.ts'
import { UsageError } from './usage-error.ts'

export interface DocumentWish {
  readonly documentId: string
  readonly action: 'include' | 'exclude' | 'split'
  /** Ids of the records that leave the document, with or without their source; only for a split. */
  readonly recordIds: readonly string[]
}

type Overridden = Pick<EventData<'DocumentOverridden'>, 'documentId' | 'action' | 'records'>

/** A document of the run that a person wants to include, exclude or split, as it is now. Throws UsageError. */
export function documentOverride(run: Pick<LoadedRun, 'runId' | 'state'>, wish: DocumentWish): Overridden {
  const live = resolveDocument(run.state, wish.documentId)
  const document = run.state.documents[live]
  if (document === undefined)
    throw new UsageError(
      `run ${run.runId} has no document ${wish.documentId}; documents.jsonl and \`winnow show ${run.runId} --json\` list them`,
    )
  const records = wish.action === 'split' ? splitKeys(wish.documentId, wish.recordIds, document.records) : []
  return { documentId: live, action: wish.action, records: [...records] }
}

/** The keys of the named records in the document; a split must leave something and take something. */
function splitKeys(documentId: string, recordIds: readonly string[], own: readonly string[]): readonly string[] {
  const keys = recordIds.map((id) => {
    const key = own.find((candidate) => candidate === id || candidate.slice(candidate.indexOf(':') + 1) === id)
    if (key === undefined) throw new UsageError(`${documentId} has no record ${id}; it has ${own.join(', ') || 'none'}`)
    return key
  })
  if (new Set(keys).size === own.length) throw new UsageError(`a split must leave at least one record in ${documentId}`)
  return keys
}
