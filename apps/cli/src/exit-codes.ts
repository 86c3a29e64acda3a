/** What the command line ends with; `faults`: doctor found some, or a model fell for a trap. */
export const exitCodes = { done: 0, faults: 1, usage: 2, failed: 3, interrupted: 130 } as const
