import { z } from 'zod'

/** The text of a paper, split into sections. `page` is 1-based and absent where the format has no pages. */
export const fullTextSection = z.object({
  heading: z.string(),
  level: z.number().int().min(1),
  page: z.number().int().positive().optional(),
  text: z.string(),
})
export type FullTextSection = Readonly<z.infer<typeof fullTextSection>>

export const fullText = z.object({
  title: z.string().optional(),
  abstract: z.string().optional(),
  sections: z.array(fullTextSection),
  references: z.array(z.string()),
})
export type FullText = Readonly<z.infer<typeof fullText>>
