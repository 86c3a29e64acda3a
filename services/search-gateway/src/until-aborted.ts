/** What a promise gives, unless the signal is aborted first: then its reason is thrown. */
export async function untilAborted<T>(promise: Promise<T> | T, signal: AbortSignal): Promise<T> {
  const { promise: ended, reject } = Promise.withResolvers<never>()
  const end = () => reject(signal.reason)
  if (signal.aborted) end()
  signal.addEventListener('abort', end, { once: true })
  try {
    return await Promise.race([promise, ended])
  } finally {
    signal.removeEventListener('abort', end)
  }
}
