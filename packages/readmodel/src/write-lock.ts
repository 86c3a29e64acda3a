/**
 * SQL that waits for the right to change a read model, and has it until the transaction ends: projections, the deletion of
 * a run and the swap of a rebuild go one after the other. It is no lock on a table of the schema, as a swap puts other
 * tables in their place; so names are looked up by the statements after this one. 7467: ours among advisory locks.
 */
export function writeLock(schema = 'read_model'): string {
  return `select pg_advisory_xact_lock(7467, hashtext('${schema}'))`
}
