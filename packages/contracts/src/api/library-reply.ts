import { z } from 'zod'
import { libraryProblem } from '../entities/library-problem.ts'
import { sha256 } from '../ids.ts'

/** The answer of `POST /v1/libraries`: what was read of an uploaded file, under the hash that a run names it by. */
export const libraryReply = z.object({
  hash: sha256,
  name: z.string(),
  records: z.number().int().nonnegative(),
  problems: z.array(libraryProblem),
  problemCount: z.number().int().nonnegative(),
})
export type LibraryReply = Readonly<z.infer<typeof libraryReply>>
