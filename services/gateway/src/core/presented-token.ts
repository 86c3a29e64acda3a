/** The token of an `Authorization: Bearer` header (RFC 6750); null where there is none. */
export function bearerToken(authorization: string | undefined): string | null {
  return /^bearer +([A-Za-z0-9._~+/-]+=*) *$/i.exec(authorization ?? '')?.[1] ?? null
}
