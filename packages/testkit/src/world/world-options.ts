import { parseArgs } from 'node:util'
import { worldApis } from './world-exchange.ts'
import { impossibleFault, type WorldFault, worldFault, worldFaults } from './world-fault.ts'

export interface WorldOptions {
  readonly library: string
  /** 0: a free one. */
  readonly port: number
  readonly faults: readonly { readonly route: string; readonly fault: WorldFault }[]
}

export const usage = `usage: npm run world -- <library> [--port N] [--fault ROUTE=FAULT]…

Serves the scholarly APIs (${worldApis.join(', ')}) over a library
in any format that Winnow reads, on 127.0.0.1, until Ctrl-C. Standard output is what to set for Winnow to ask it.

  --port N             the port; a free one unless told
  --fault ROUTE=FAULT  what goes wrong with an API or with a path that begins with its name, such as
                       openalex=throttled or /files/=slow; may be given several times
  --help               this text

Faults: ${worldFaults.join(', ')}.
While it runs: POST /__fault {"route","fault","times"}, DELETE /__fault, GET /__log.
`

/** The options of the command, "help", or what is wrong with the words. */
export function worldOptions(words: readonly string[]): WorldOptions | 'help' | { readonly wrong: string } {
  const read = parsed(words)
  if ('wrong' in read) return read
  const { values, positionals } = read
  if (values.help === true) return 'help'
  const [library, extra] = positionals
  if (library === undefined) return { wrong: 'name the library to serve, such as examples/agent-memory.jsonl' }
  if (extra !== undefined) return { wrong: `one library at a time: what is "${extra}"?` }
  const port = values.port === undefined ? 0 : Number(values.port)
  if (!Number.isInteger(port) || port < 0 || port > 65_535) return { wrong: `--port takes a number from 0 to 65535, not "${values.port}"` }
  const faults: { readonly route: string; readonly fault: WorldFault }[] = []
  for (const asked of values.fault ?? []) {
    const [, route = '', name = ''] = /^([^=]*)=(.*)$/.exec(asked) ?? []
    const fault = worldFault(name)
    if (fault === undefined) return { wrong: `--fault takes ROUTE=FAULT with a fault of ${worldFaults.join(', ')}, not "${asked}"` }
    const impossible = impossibleFault(route, fault)
    if (impossible !== null) return { wrong: impossible }
    faults.push({ route, fault })
  }
  return { library, port, faults }
}

function parsed(words: readonly string[]) {
  try {
    return parseArgs({
      args: [...words],
      allowPositionals: true,
      options: { port: { type: 'string' }, fault: { type: 'string', multiple: true }, help: { type: 'boolean' } },
    })
  } catch (error) {
    if (error instanceof TypeError && 'code' in error) return { wrong: error.message }
    throw error
  }
}
