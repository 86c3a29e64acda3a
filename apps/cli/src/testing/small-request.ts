import type { EventData } from '@winnow/contracts/registry.ts'
import { buildOptions } from '@winnow/testkit/state-builder.ts'

/** The request of a run without a model. */
export function smallRequest(question: string): EventData<'RunRequested'> {
  return {
    question,
    asOf: '2026-06-30',
    criteria: null,
    options: buildOptions(),
    libraries: [],
    promptSet: '1',
    codeVersion: '0',
  }
}
