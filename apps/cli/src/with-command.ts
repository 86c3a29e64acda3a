import { UsageError } from '@winnow/runs/usage-error.ts'
import { isStopWord } from '@winnow/text/stop-words.ts'
import { nearestName } from './commands/known-name.ts'

const general: readonly string[] = ['-h', '--help', '-V', '--version', 'help']

/** A word this much like a command is a slip of the pen and no question (ratio of difflib; our choice). */
const slip = 0.75

/**
 * The command line with "research" before it where it begins with no command: its first word is the question, or an option.
 * One plain word before the id of a run, or one that is much like a command, is no question but a mistyped command: bad
 * usage, as a question would ask the sources of the world.
 */
export function withCommand(argv: readonly string[], commands: readonly string[]): readonly string[] {
  const [first = '', second = ''] = argv
  if (commands.includes(first) || general.includes(first)) return argv
  if (/^[a-z]+$/.test(first) && /^r-\d{8}-\w+$/.test(second))
    throw new UsageError(`there is no command ${first}; the commands are ${commands.join(', ')}`)
  const near = /^[a-z]+$/.test(first) && !isStopWord(first) ? nearestName(first, commands, slip) : undefined
  if (near !== undefined)
    throw new UsageError(`there is no command ${first}; did you mean ${near}? To ask about this word: winnow research ${first}`)
  return ['research', ...argv]
}
