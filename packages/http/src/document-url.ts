export type DocumentUrl = { readonly ok: true; readonly url: URL } | { readonly ok: false; readonly message: string }

/** An address from outside as one that may be fetched: http or https, without name and password; its fragment goes. */
export function documentUrl(address: string, base?: string): DocumentUrl {
  const url = URL.parse(address, base)
  if (url === null) return { ok: false, message: `“${shown(address)}” is no address` }
  if (!/^https?:$/.test(url.protocol)) return { ok: false, message: `“${shown(address)}” is no address of http or https` }
  if (url.username !== '' || url.password !== '')
    return { ok: false, message: `the address at ${url.host} holds a name or password, which is not sent` }
  url.hash = ''
  return { ok: true, url }
}

const mostShown = 200

function shown(address: string): string {
  return address.length > mostShown ? `${address.slice(0, mostShown)}…` : address
}
