import type { StoredCall } from '@winnow/model/bought-answers.ts'
import type { ModelServices } from '@winnow/model/model-services.ts'
import { chatSpan, modelAttributes } from './core/chat-span.ts'
import type { WorkPlace } from './core/work-place.ts'
import type { Telemetry } from './telemetry.ts'

/** The model services of one work item: each call that is sent for it is told; an answer found again is none (its cost would double). */
export function tellingModelCalls(services: ModelServices, telemetry: Telemetry, work: WorkPlace): ModelServices {
  return {
    ...services,
    onAttempt: (call) => {
      services.onAttempt?.(call)
      tellModelCall(telemetry, call, work)
    },
  }
}

function tellModelCall(telemetry: Telemetry, call: StoredCall, work: WorkPlace): void {
  const { usage, attempt } = call
  const { role, stage, inputTokens, outputTokens, costUsd, ms, outcome } = usage
  telemetry.span(chatSpan(call, work))
  const model = modelAttributes(usage)
  if (inputTokens !== null) telemetry.measure('tokenUsage', inputTokens, { ...model, 'gen_ai.token.type': 'input' })
  if (outputTokens !== null) telemetry.measure('tokenUsage', outputTokens, { ...model, 'gen_ai.token.type': 'output' })
  telemetry.measure('callDuration', ms / 1000, { ...model, ...(outcome === 'ok' ? {} : { 'error.type': outcome }) })
  const bill = {
    'gen_ai.request.model': model['gen_ai.request.model'] ?? '',
    'winnow.stage': stage,
    'winnow.role': role,
    'winnow.workspace': work.workspaceId,
  }
  telemetry.count('modelCalls', 1, { ...bill, 'winnow.outcome': outcome })
  if (costUsd === null) telemetry.count('unpricedCalls', 1, bill)
  else telemetry.count('modelCost', costUsd, bill)
  if (attempt > 1) telemetry.count('retries', 1, { 'winnow.retried': 'model', 'winnow.target': usage.model })
}
