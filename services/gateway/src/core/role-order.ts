import { type ApiRole, apiRole } from '@winnow/contracts/api/role.ts'

/** Whether a role may do what another may: each may do what the one before it may. */
export function mayAs(role: ApiRole, needed: ApiRole): boolean {
  return apiRole.options.indexOf(role) >= apiRole.options.indexOf(needed)
}
