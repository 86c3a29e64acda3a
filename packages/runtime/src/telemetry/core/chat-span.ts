import type { Usage } from '@winnow/contracts/entities/usage.ts'
import { stableHash } from '@winnow/text/stable-hash.ts'
import type { Attributes, SpanRecord } from '../telemetry.ts'
import type { WorkPlace } from './work-place.ts'

/** A model call as it was stored. */
export interface SentCall {
  readonly usage: Usage
  /** ISO time of its end. */
  readonly at: string
}

/** The call's provider and model by OpenTelemetry's GenAI names. The model is routed as "provider:model". */
export function modelAttributes({ model }: Pick<Usage, 'model'>): Attributes {
  const [provider = '', ...name] = model.split(':')
  return { 'gen_ai.operation.name': 'chat', 'gen_ai.provider.name': provider, 'gen_ai.request.model': name.join(':') }
}

/**
 * The span of one model call sent for a work item. Its id comes from the call's, so the log's usage can be found in the trace
 * and the other way round. Tokens and cost that are unknown are left out, never 0.
 */
export function chatSpan({ usage, at }: SentCall, work: WorkPlace): SpanRecord {
  const { callId, role, stage, inputTokens, outputTokens, cachedTokens, costUsd, ms, outcome } = usage
  const endMs = Date.parse(at)
  const model = modelAttributes(usage)
  return {
    name: `chat ${model['gen_ai.request.model']}`,
    kind: 'client',
    traceId: work.traceId,
    spanId: stableHash(callId),
    parentSpanId: work.spanId,
    startMs: endMs - ms,
    endMs,
    attributes: {
      ...model,
      ...(inputTokens === null ? {} : { 'gen_ai.usage.input_tokens': inputTokens }),
      ...(outputTokens === null ? {} : { 'gen_ai.usage.output_tokens': outputTokens }),
      ...(cachedTokens === null ? {} : { 'gen_ai.usage.cache_read.input_tokens': cachedTokens }),
      ...(costUsd === null ? {} : { 'winnow.cost_usd': costUsd }),
      ...(outcome === 'ok' ? {} : { 'error.type': outcome }),
      'winnow.run_id': work.runId,
      'winnow.workspace': work.workspaceId,
      'winnow.work_id': work.workId,
      'winnow.role': role,
      'winnow.stage': stage,
      'winnow.call_id': callId,
      'winnow.outcome': outcome,
    },
    failed: outcome !== 'ok',
  }
}
