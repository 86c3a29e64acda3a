/** Signals that a person stops a command with. */
const signals = ['SIGINT', 'SIGTERM'] as const

/**
 * Does work that hears no signal, as it computes without a pause and leaves nothing to put in order: meanwhile Ctrl-C ends the process at
 * once, as it does where nobody listens. Afterwards the listeners are there again.
 */
export async function endingAtOnce<T>(work: () => T | Promise<T>): Promise<T> {
  const heard = signals.map((signal) => [signal, process.listeners(signal)] as const)
  for (const signal of signals) process.removeAllListeners(signal)
  try {
    return await work()
  } finally {
    for (const [signal, listeners] of heard) for (const listener of listeners) process.on(signal, listener)
  }
}
