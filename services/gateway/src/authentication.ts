import { createHash } from 'node:crypto'
import { localWorkspace } from '@winnow/runs/new-run.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { openRefusal } from './core/open-request.ts'
import { bearerToken } from './core/presented-token.ts'
import { mayAs } from './core/role-order.ts'
import type { Caller, GatewayParts } from './gateway-parts.ts'
import { HttpProblem } from './http-problem.ts'
import { findKey, listKeys } from './keys/api-keys.ts'

/** Who makes requests, and what they may do. */
export class Authentication {
  readonly #parts: Pick<GatewayParts, 'pool' | 'open' | 'openAnswers'>
  /** Hashes of keys that were seen to be valid, with their ids: they are limited by key, everything else by address. */
  readonly #seen = new Map<string, string>()

  constructor(parts: Pick<GatewayParts, 'pool' | 'open' | 'openAnswers'>) {
    this.#parts = parts
  }

  /** The id of the key that a request presents, when it was valid the last time; null otherwise. Asks no database. */
  seenKey(request: Pick<FastifyRequest, 'headers'>): string | null {
    const token = bearerToken(request.headers.authorization)
    return token === null ? null : (this.#seen.get(hashOf(token)) ?? null)
  }

  /** Lets a request in to a route that needs a key, or throws HttpProblem 401 or 403. Does nothing on other routes. */
  async admit(request: FastifyRequest): Promise<void> {
    const { role } = request.routeOptions.config
    if (role === undefined) return
    const caller = await this.#callerOf(request)
    if (!mayAs(caller.role, role)) throw new HttpProblem(403, `This needs the role ${role}; this key has the role ${caller.role}.`)
    request.caller = caller
  }

  async #callerOf(request: FastifyRequest): Promise<Caller> {
    const { pool, openAnswers } = this.#parts
    if (request.headers.authorization === undefined) {
      const anybody = openAnswers && request.routeOptions.config.openAnswers === true
      if (await this.#isOpen()) {
        const refusal = refusalOf(request)
        if (refusal === null) return { workspaceId: localWorkspace, role: 'admin', keyId: null }
        if (!anybody) throw new HttpProblem(403, `${refusal[0]?.toUpperCase()}${refusal.slice(1)}.`)
      }
      if (anybody) return { workspaceId: localWorkspace, role: 'researcher', keyId: null }
      throw unauthorised('A key is needed: send it as "Authorization: Bearer <key>". `winnow keys create` makes one.')
    }
    const token = bearerToken(request.headers.authorization)
    const found = token === null ? null : await findKey(pool, token)
    if (token !== null) this.#note(hashOf(token), found?.keyId)
    if (found === null) throw unauthorised('This key is unknown, or it was revoked.', ', error="invalid_token"')
    return found
  }

  /** A key that was revoked exists as well: whoever made one wants the server closed. */
  async #isOpen(): Promise<boolean> {
    return this.#parts.open && (await listKeys(this.#parts.pool, null)).length === 0
  }

  #note(hash: string, keyId: string | undefined): void {
    if (keyId === undefined) this.#seen.delete(hash)
    else this.#seen.set(hash, keyId)
  }
}

/** Makes a route of the interface that does not say what role it needs a fault of the program: it would need no key. */
export function demandRoles(app: Pick<FastifyInstance, 'addHook'>): void {
  app.addHook('onRoute', ({ url, config }) => {
    if (url.startsWith('/v1/') && config?.role === undefined) throw new Error(`the route ${url} does not say what role it needs`)
  })
}

/** Why an open server does not take a request for one of its own machine; null when it does. */
function refusalOf({ method, headers }: FastifyRequest): string | null {
  const site = headers['sec-fetch-site']
  const fetchSite = typeof site === 'string' ? site : undefined
  return openRefusal({ method, host: headers.host, origin: headers.origin, fetchSite })
}

function unauthorised(detail: string, more = ''): HttpProblem {
  return new HttpProblem(401, detail, { headers: { 'www-authenticate': `Bearer realm="winnow"${more}` } })
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('base64')
}
