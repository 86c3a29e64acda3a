/** Does `work` on every item, so many at a time; the first error ends it when those under way have ended. */
export async function atOnce<T>(count: number, items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const queue = [...items]
  let fault: { readonly error: unknown } | null = null
  const lane = async () => {
    for (let item = queue.shift(); item !== undefined && fault === null; item = queue.shift()) {
      try {
        await work(item)
      } catch (error) {
        fault ??= { error }
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(count, items.length) }, lane))
  const found = fault as { readonly error: unknown } | null
  if (found !== null) throw found.error
}
