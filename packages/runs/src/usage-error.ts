/** Bad usage or bad input: the command line ends with exit code 2 and this message, which names what is wrong and the fix. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
