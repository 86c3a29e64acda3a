import type { ReadModel } from '@winnow/readmodel/tables.ts'
import { sql, type Transaction } from 'kysely'
import { storableJson } from './storable-text.ts'
import type { AnyView } from './view.ts'

/** Rows of one view that a batch made, changed or ended. */
export interface Changes {
  readonly view: AnyView
  /** Whole rows, each with its run. */
  readonly rows: readonly object[]
  /** Rows that are no more: run and id. */
  readonly ended: readonly { readonly workspace_id: string; readonly run_id: string; readonly id: string }[]
}

const ofRun = ['workspace_id', 'run_id'] as const

/** Writes the rows of one view: each is inserted, or replaces the one of its key. One statement, whatever the count. */
export async function writeRows(tx: Transaction<ReadModel>, schema: string, { view, rows, ended }: Changes): Promise<void> {
  const table = sql.table(`${schema}.${view.table}`)
  if (rows[0] !== undefined) {
    const columns = Object.keys(rows[0])
    const key = [...ofRun, ...view.key]
    const changing = columns.filter((column) => !(key as readonly string[]).includes(column))
    const list = (names: readonly string[]) => sql.join(names.map((name) => sql.ref(name)))
    await sql`
      insert into ${table} (${list(columns)})
      select ${list(columns)} from json_populate_recordset(null::${table}, ${storableJson(rows)}::json)
      on conflict (${list(key)}) do update set ${sql.join(changing.map((name) => sql`${sql.ref(name)} = ${sql.ref(`excluded.${name}`)}`))}
    `.execute(tx)
  }
  if (ended.length > 0) {
    const [id, ...more] = view.key
    if (id === undefined || more.length > 0) throw new Error(`rows of ${view.table} never end`)
    await sql`
      delete from ${table} t using json_to_recordset(${storableJson(ended)}::json) as e (workspace_id text, run_id text, id text)
      where t.workspace_id = e.workspace_id and t.run_id = e.run_id and ${sql.ref(`t.${id}`)} = e.id
    `.execute(tx)
  }
}
