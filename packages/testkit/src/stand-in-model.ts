import { createHash } from 'node:crypto'
import { type ModelRequest, type ScriptedModelServer, type ScriptedReply, startScriptedModelServer } from './scripted-model-server.ts'
import { standInReply } from './stand-in-reply.ts'

/** Looks at a request before the stand-in answers it: another reply or a fault, or undefined to let the stand-in answer. */
export type Interference = (request: ModelRequest) => ScriptedReply | undefined | Promise<ScriptedReply | undefined>

export interface StandInModel {
  /** OPENAI_BASE_URL is `${url}/v1`. */
  readonly url: string
  /** Every model request so far, also those that got a fault. */
  readonly requests: readonly ModelRequest[]
  /** Requests whose path, model, prompt and schema had been asked before. */
  readonly repeated: number
  /** What happens to requests from here on; undefined ends it. */
  interfere(next: Interference | undefined): void
  /** Forgets the requests so far. */
  reset(): void
  stop(): Promise<void>
}

/** What makes two requests the same question. */
export function askedIn(request: ModelRequest): string {
  const { path, model, prompt, schema } = request
  return createHash('sha256')
    .update(JSON.stringify([path, model, prompt, schema ?? null]))
    .digest('hex')
}

/** What a request is about: the prompt without the instructions of the system. */
function materialOf({ body, prompt }: ModelRequest): string {
  const messages = Array.isArray(body.messages) ? (body.messages as readonly { readonly role?: unknown; readonly content?: unknown }[]) : []
  const asked = messages.flatMap(({ role, content }) => (role === 'user' && typeof content === 'string' ? [content] : []))
  return asked.length === 0 ? prompt : asked.join('\n')
}

/** A model server that answers every request by its schema and prompt alone: the same question, the same reply. */
export async function startStandInModel(): Promise<StandInModel> {
  let interference: Interference | undefined
  const script = async (request: ModelRequest): Promise<ScriptedReply> =>
    (await interference?.(request)) ?? { json: standInReply(materialOf(request), request.schema) }
  const server: ScriptedModelServer = await startScriptedModelServer(script)
  return {
    url: server.url,
    get requests() {
      return server.requests
    },
    get repeated() {
      return server.requests.length - new Set(server.requests.map(askedIn)).size
    },
    interfere: (next) => {
      interference = next
    },
    reset: () => server.script(script),
    stop: () => server.stop(),
  }
}
