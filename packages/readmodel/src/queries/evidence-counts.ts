import type { QuoteCheck, Support } from '@winnow/contracts/entities/evidence.ts'
import { compareIds } from '@winnow/contracts/ids.ts'
import type { ReadModelDatabase } from '../database.ts'

export interface EvidenceCounts {
  /** Evidence items that count (spec §9). */
  readonly total: number
  /** Read in documents that are excluded, retracted or notices: these do not count. */
  readonly setAside: number
  /** Distinct documents that the items which count come from. */
  readonly documents: number
  /** Those that count, by subquestion in the order of numbers; subquestions without evidence are left out. */
  readonly bySubquestion: { readonly [subquestionId: string]: number }
  readonly byQuoteCheck: { readonly [C in QuoteCheck]: number }
  readonly bySupport: { readonly [S in Support]: number }
}

/** Counts the evidence of a run. */
export async function evidenceCounts(db: ReadModelDatabase, workspaceId: string, runId: string): Promise<EvidenceCounts> {
  const rows = await db
    .selectFrom('evidence')
    .select(['document_id', 'subquestion_id', 'quote_check', 'support', 'usable'])
    .where('workspace_id', '=', workspaceId)
    .where('run_id', '=', runId)
    .execute()
  const usable = rows.filter((row) => row.usable)
  const subquestions = [...new Set(usable.map((row) => row.subquestion_id))].sort(compareIds)
  const counts = {
    byQuoteCheck: { verified: 0, refused: 0, unchecked: 0, short: 0 },
    bySupport: { supports: 0, refutes: 0, mixed: 0, background: 0 },
    bySubquestion: Object.fromEntries(subquestions.map((id) => [id, 0])) as { [subquestionId: string]: number },
  }
  for (const row of usable) {
    counts.byQuoteCheck[row.quote_check] += 1
    counts.bySupport[row.support] += 1
    counts.bySubquestion[row.subquestion_id] = (counts.bySubquestion[row.subquestion_id] ?? 0) + 1
  }
  const documents = new Set(usable.map((row) => row.document_id)).size
  return { total: usable.length, setAside: rows.length - usable.length, documents, ...counts }
}
