/** What the command line ends with. */
export const exitCodes = { done: 0, usage: 2, failed: 3, interrupted: 130 } as const
