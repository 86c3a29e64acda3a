import { countMember, member, textMember } from './json-members.ts'

/** The error status (400–599) that a body names, at its top or in its `error`. */
export function statedStatus(body: unknown): number | undefined {
  const names = ['statusCode', 'status', 'code', 'HTTP_status_code']
  const stated = [body, member(body, 'error')].flatMap((object) => names.flatMap((name) => countMember(object, name) ?? []))
  return stated.find((status) => status >= 400 && status < 600)
}

/** Whether a body speaks of an error, whatever stands beside it: an empty list with an error is no empty answer. */
export function statesError(body: unknown): boolean {
  const [error, errors] = [member(body, 'error'), member(body, 'errors')]
  const isObject = typeof error === 'object' && error !== null
  return isObject || textMember(error) !== undefined || (Array.isArray(errors) && errors.length > 0) || statedStatus(body) !== undefined
}
