import { z } from 'zod'

/** A library entry or file that could not be read, or only in part. The rest of the file is read all the same. */
export const libraryProblem = z.object({
  file: z.string(),
  /** 1-based line where the entry begins; absent when the whole file is meant. */
  line: z.number().int().positive().optional(),
  /** What is wrong, in words a user understands. */
  problem: z.string(),
  /** The beginning of the entry, at most 200 characters. */
  excerpt: z.string().optional(),
})
export type LibraryProblem = Readonly<z.infer<typeof libraryProblem>>
