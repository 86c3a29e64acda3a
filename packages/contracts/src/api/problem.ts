import { z } from 'zod'

/** An error of the HTTP interface (RFC 9457, application/problem+json). */
export const problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.number().int(),
  /** What is wrong and what to do about it, for a person. */
  detail: z.string(),
  /** Where in the request, for input that does not fit. */
  errors: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
})
export type Problem = Readonly<z.infer<typeof problem>>
