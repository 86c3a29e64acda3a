import type { ApiClient } from '@winnow/http/api-client.ts'
import type { ApiSource } from '../core/api-source.ts'
import { type Conversation, workKey } from '../core/conversation.ts'
import type { Found, NotFound, ReferencesRequest, Source, SourceAnswer, SourceContext, WorkId } from '../core/source.ts'
import { verifiedWork } from '../core/verified-work.ts'
import type { SourceSettings } from '../source-settings.ts'

/** An API as a source: its conversations held through the client; unusable with these settings, it skips and says why. */
export function openSource(source: ApiSource, settings: SourceSettings, client: ApiClient): Source {
  const { api, name } = source
  const unusable = source.unusable(settings)
  const policy = source.policy(settings)
  const hold = async <T extends SourceAnswer>(
    conversation: Conversation<T>,
    { signal, validSince }: SourceContext,
  ): Promise<T | NotFound> => {
    if (unusable !== null) return { outcome: 'skipped', reason: unusable }
    let turn = conversation.next()
    while (!turn.done) turn = conversation.next(await client.call(policy, turn.value, { signal, validSince }))
    return turn.value
  }
  const lookup = api.lookup === undefined ? undefined : (id: WorkId, context: SourceContext) => hold(lookupOne(source, id), context)
  const references =
    api.backward === undefined && api.forward === undefined
      ? undefined
      : (request: ReferencesRequest, context: SourceContext) => hold(followReferences(source, request), context)
  return {
    name,
    search: (request, context) => hold(api.search(request), context),
    ...(lookup === undefined ? {} : { lookup }),
    ...(references === undefined ? {} : { references }),
  }
}

/** The record of the asked identifier; adapters match answers by the identifiers that they carry. */
function* lookupOne({ api, name }: ApiSource, id: WorkId): Conversation<SourceAnswer> {
  if (api.lookup === undefined || !api.lookupSchemes.includes(id.scheme))
    return { outcome: 'skipped', reason: `${name} cannot be asked for a ${id.scheme} identifier` }
  const answer = yield* api.lookup([id])
  if (answer.outcome !== 'answered') return answer
  const record = answer.records.get(workKey(id))
  if (record === undefined) return { outcome: 'none', records: [], total: 0, unresolved: 0 }
  return { outcome: 'hits', records: [record], total: 1, unresolved: 0 }
}

/** References or citing works of a seed, from the source's own verified record of it. */
function* followReferences({ api, name }: ApiSource, { seed, direction, limit }: ReferencesRequest): Conversation<SourceAnswer> {
  const ask = direction === 'backward' ? api.backward : api.forward
  if (ask === undefined)
    return { outcome: 'skipped', reason: `${name} cannot be asked for ${direction === 'backward' ? 'references' : 'citing works'}` }
  const verified = yield* verifiedWork(api, name, seed)
  const rejected = verified.rejected.length === 0 ? {} : { rejected: verified.rejected }
  if (verified.work === null) return { ...verified.failure, ...rejected }
  const answer: Found | NotFound = yield* ask(verified.work, limit)
  return { ...answer, ...rejected }
}
