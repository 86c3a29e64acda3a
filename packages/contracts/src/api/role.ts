import { z } from 'zod'

/** What a key may do in its workspace: see; also start and steer runs; also manage keys. Each may do what the one before may. */
export const apiRole = z.enum(['viewer', 'researcher', 'admin'])
export type ApiRole = z.infer<typeof apiRole>
