import { createHash, timingSafeEqual } from 'node:crypto'

/** Bytes of randomness in a key's id, which tells keys apart, and in its secret, which nobody can guess (issue 4: 256 bits). */
const idBytes = 8
const secretBytes = 32

const keyForm = /^wk_([0-9a-f]{16})_([0-9a-f]{64})$/

/** The two parts of a key `wk_<keyId>_<secret>`, in lower-case hex. */
export interface KeyParts {
  readonly keyId: string
  readonly secret: string
}

/** Gives so many random bytes of a source that cannot be guessed. */
export type RandomBytes = (size: number) => Uint8Array

/** A fresh key. */
export function newKeyParts(randomBytes: RandomBytes): KeyParts {
  return { keyId: hex(randomBytes(idBytes)), secret: hex(randomBytes(secretBytes)) }
}

/** The key as it is handed out and presented. */
export function formatKey({ keyId, secret }: KeyParts): string {
  return `wk_${keyId}_${secret}`
}

/** The parts of what somebody presents as a key; null where it has not the form of one. */
export function parseKey(presented: string): KeyParts | null {
  const [, keyId, secret] = keyForm.exec(presented) ?? []
  return keyId === undefined || secret === undefined ? null : { keyId, secret }
}

/** Whether a text has the form of a key's id. */
export function isKeyId(text: string): boolean {
  return /^[0-9a-f]{16}$/.test(text)
}

/** What is stored of a secret: its SHA-256 in lower-case hex. The secret is random, so no slow hash is needed. */
export function hashOfSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}

/** Whether two hashes (lower-case hex) are the same, in a time that does not tell where they differ. */
export function sameHash(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex')
}
