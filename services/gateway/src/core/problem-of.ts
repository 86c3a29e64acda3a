import type { Problem } from '@winnow/contracts/api/problem.ts'

const titles: Readonly<Record<number, string>> = {
  400: 'The request cannot be read',
  401: 'A key is needed',
  403: 'Not allowed',
  404: 'Not found',
  405: 'Method not allowed',
  408: 'Too slow',
  409: 'Not possible as things stand',
  413: 'Too large',
  414: 'Too long an address',
  415: 'Unknown kind of content',
  422: 'The request makes no sense',
  429: 'Too many requests',
  431: 'Too long headers',
  500: 'Internal error',
  503: 'Not available now',
}

export type ProblemError = NonNullable<Problem['errors']>[number]

/** An error as application/problem+json has it. */
export function problemOf(status: number, detail: string, errors?: readonly ProblemError[]): Problem {
  return {
    type: 'about:blank',
    title: titles[status] ?? 'Error',
    status,
    detail,
    ...(errors === undefined ? {} : { errors: errors.map((error) => ({ ...error })) }),
  }
}
