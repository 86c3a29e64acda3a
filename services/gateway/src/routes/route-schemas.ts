import { problem } from '@winnow/contracts/api/problem.ts'
import { documentId, runId } from '@winnow/contracts/ids.ts'
import { z } from 'zod'

export const runParams = z.object({ runId })
export const documentParams = z.object({ runId, documentId })

/** Headers of a request that may be repeated; `idempotencyKey` checks the key. */
export const idempotentHeaders = z.looseObject({
  'idempotency-key': z.string().optional().describe('A repeated request with the same key does nothing twice; such as a uuid.'),
})

/** What every route answers when it does not do what was asked. */
export const problems = {
  '4xx': { description: 'What is wrong with the request', content: { 'application/problem+json': { schema: problem } } },
  '5xx': { description: 'A fault of the server', content: { 'application/problem+json': { schema: problem } } },
}

/** The answer of a route that gives a file: sent as it is. */
export function file(description: string, contentType: string) {
  return { 200: { description, content: { [contentType]: { schema: z.string() } } }, ...problems }
}
