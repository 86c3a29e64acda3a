import { type Check, faulty, sound } from './check.ts'

/** Winnow is tried on this major version; `npm start` brings it along. */
const neededMajor = 24

/** Whether this Node (`version`, such as "24.21.0") is new enough. */
export function nodeCheck(version: string): Check {
  const major = Number(version.split('.')[0])
  return major >= neededMajor
    ? sound('node', `Node ${version}`)
    : faulty(
        'node',
        `Node ${version}, but ${neededMajor} or newer is needed`,
        'start with `npm start --` or ./winnow, which bring their own Node',
      )
}
