import { LibraryError } from '@winnow/bibliography/library-error.ts'
import { startWorld, type World } from './start-world.ts'
import { usage, type WorldOptions, worldOptions } from './world-options.ts'

const options = worldOptions(process.argv.slice(2))
if (options === 'help') process.stdout.write(usage)
else if ('wrong' in options) refuse(`${options.wrong}\n\n${usage}`)
else await serve(options)

/** Exit code 2: what was asked for cannot be done. */
function refuse(reason: string): void {
  process.stderr.write(`world: ${reason.trimEnd()}\n`)
  process.exitCode = 2
}

async function serve({ library, port, faults }: WorldOptions): Promise<void> {
  const world = await started(library, port)
  if (typeof world === 'string') return refuse(world)
  for (const { route, fault } of faults) world.fault(route, fault)
  for (const [name, value] of Object.entries(world.environment)) process.stdout.write(`export ${name}=${value}\n`)
  const counts = [...world.corpus.indexes].map(([api, { entries }]) => `${api} ${entries.length}`).slice(0, -1)
  process.stderr.write(`world: ${world.works.length} works at ${world.url} (${counts.join(', ')}); Ctrl-C ends it\n`)
  await new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve())
  })
  await world.close()
}

/** The world, or why there is none. */
async function started(library: string, port: number): Promise<World | string> {
  try {
    return await startWorld(library, { port })
  } catch (error) {
    if (error instanceof LibraryError) return error.message
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') return `port ${port} is taken: give another --port`
    if (error instanceof Error && error.message.endsWith('no readable record'))
      return `${error.message}. Give a library with at least one record.`
    throw error
  }
}
