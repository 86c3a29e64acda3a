import type { Usage } from '@winnow/contracts/entities/usage.ts'

/** What was asked: the work item and the hash of everything that shapes the answer (stage, prompt version, prompt, schema, limits). */
export interface QuestionKey {
  readonly runId: string
  readonly workId: string
  readonly promptHash: string
}

/** One HTTP attempt as stored: its usage and, where the server gave one, the reply's text. */
export interface StoredCall extends QuestionKey {
  /** 1, 2, … among the attempts at this question. */
  readonly attempt: number
  readonly text: string | null
  readonly usage: Usage
  /** ISO time of the attempt's end. */
  readonly at: string
}

/**
 * Port: every answer ever paid for (design §4, "Bought once"). `record` returns only when the call is stored;
 * `find` gives all attempts at a question, oldest first. Both reject when the store itself fails.
 */
export interface BoughtAnswers {
  find(key: QuestionKey): Promise<readonly StoredCall[]>
  record(call: StoredCall): Promise<void>
}
