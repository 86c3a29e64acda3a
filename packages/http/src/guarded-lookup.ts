import { lookup as systemLookup } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import { isPrivateAddress } from './private-address.ts'

/** Resolves a name to all its addresses, as the system does. */
export type Resolve = (hostname: string) => Promise<readonly { readonly address: string; readonly family: number }[]>

export const systemResolve: Resolve = (hostname) => systemLookup(hostname, { all: true })

/** A name of which at least one address is private. */
export class PrivateAddressError extends Error {
  readonly code = 'PRIVATE_ADDRESS'
  constructor(hostname: string, address: string) {
    super(hostname === address ? `${address} is a private address` : `${hostname} leads to the private address ${address}`)
  }
}

/** The addresses of a host name or IP address; throws PrivateAddressError when one of them is private, and what `resolve` throws. */
export async function publicAddresses(hostname: string, resolve: Resolve): ReturnType<Resolve> {
  const bare = hostname.replace(/^\[(.*)\]$/, '$1')
  const family = isIP(bare)
  const found = family === 0 ? await resolve(bare) : [{ address: bare, family }]
  const closed = found.find(({ address }) => isPrivateAddress(address))
  if (closed !== undefined) throw new PrivateAddressError(bare, closed.address)
  return found
}

/** For sockets: they connect to the very addresses that were checked, so that a name cannot change its mind in between. */
export function guardedLookup(resolve: Resolve): LookupFunction {
  return (hostname, options, callback) => {
    publicAddresses(hostname, resolve).then(
      (found) => {
        const [first] = found
        if (options.all === true) callback(null, [...found])
        else callback(null, first?.address ?? '', first?.family ?? 0)
      },
      (error: NodeJS.ErrnoException) => callback(error, '', 0),
    )
  }
}
