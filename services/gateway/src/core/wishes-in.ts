import { answerWishes } from '@winnow/contracts/api/new-run-request.ts'

/** The members of a question that say how it is to be answered, and so what is spent and read: they are for callers with a key. */
export function wishesIn(body: { readonly [member: string]: unknown }): readonly string[] {
  return Object.keys(answerWishes).filter((member) => body[member] !== undefined)
}
