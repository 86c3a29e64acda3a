// Ends with 0 when this container's service answers a path ("/healthz", "/readyz") with 2xx. The gateway answers on PORT, every
// other service on WINNOW_HEALTH_PORT; one answer is enough. The image has no curl.
const path = process.argv[2] ?? '/healthz'
const ports = [process.env.WINNOW_HEALTH_PORT, process.env.PORT].filter((port) => port !== undefined && port !== '')
const answers = ports.map(async (port) => {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { signal: AbortSignal.timeout(4_000) })
  if (!response.ok) throw new Error(`port ${port}: ${response.status} ${await response.text()}`)
})
try {
  await Promise.any(answers)
} catch (error) {
  const reasons =
    error instanceof AggregateError ? error.errors.map((reason) => `${reason.message} ${reason.cause?.message ?? ''}`) : [String(error)]
  console.error(reasons.join('; ') || 'neither WINNOW_HEALTH_PORT nor PORT is set')
  process.exitCode = 1
}
