import { UsageError } from './usage-error.ts'

const general: readonly string[] = ['-h', '--help', '-V', '--version', 'help']

/**
 * The command line with "research" before it where it begins with no command: its first word is the question, or an option.
 * One plain word before the id of a run is no question but a mistyped command: bad usage.
 */
export function withCommand(argv: readonly string[], commands: readonly string[]): readonly string[] {
  const [first = '', second = ''] = argv
  if (commands.includes(first) || general.includes(first)) return argv
  if (/^[a-z]+$/.test(first) && /^r-\d{8}-\w+$/.test(second))
    throw new UsageError(`there is no command ${first}; the commands are ${commands.join(', ')}`)
  return ['research', ...argv]
}
