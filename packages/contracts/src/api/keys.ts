import { z } from 'zod'
import { apiRole } from './role.ts'

/** The body of `POST /v1/keys`: a key of the caller's workspace. */
export const newKeyRequest = z.strictObject({ role: apiRole, name: z.string().max(200).optional() })

/** The answer: `key` is shown this once. */
export const newKeyReply = z.object({ keyId: z.string(), key: z.string(), role: apiRole })
export type NewKeyReply = Readonly<z.infer<typeof newKeyReply>>

/** The answer of `GET /v1/keys`: the keys of the caller's workspace, revoked ones too. Times are ISO 8601. */
export const keyList = z.object({
  keys: z.array(
    z.object({
      keyId: z.string(),
      role: apiRole,
      name: z.string(),
      createdAt: z.string(),
      revokedAt: z.string().nullable(),
      lastUsedAt: z.string().nullable(),
    }),
  ),
})
export type KeyList = Readonly<z.infer<typeof keyList>>
