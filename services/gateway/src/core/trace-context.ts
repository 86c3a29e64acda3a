const traceparent = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}(-.*)?$/

/** The trace id of a W3C `traceparent` header: 32 lower-case hex digits; null where it is missing or invalid. */
export function traceIdFrom(header: string | undefined): string | null {
  const [, version, traceId, parentId, more] = traceparent.exec((header ?? '').trim()) ?? []
  if (version === undefined || traceId === undefined || version === 'ff') return null
  // Only later versions may have further fields.
  if (version === '00' && more !== undefined) return null
  return /^0+$/.test(traceId) || /^0+$/.test(parentId ?? '') ? null : traceId
}
