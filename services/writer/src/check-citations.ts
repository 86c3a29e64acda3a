import type { Degraded } from '@winnow/contracts/entities/degraded.ts'
import type { CitedSentence } from '@winnow/contracts/entities/report.ts'
import type { Usage } from '@winnow/contracts/entities/usage.ts'
import type { NewEvent } from '@winnow/contracts/registry.ts'
import type { SupportCheck } from '@winnow/domain/citation-support-lexical.ts'
import type { BlobStore } from '@winnow/runtime/blobs/blob-store.ts'
import { decisionOf, type Task } from '@winnow/runtime/service.ts'
import { lexicalCheck } from './core/citation-check-lexical.ts'
import {
  checkPromptVersion,
  citationCheckPrompt,
  rewritePrompt,
  rewritePromptVersion,
  sentencesPerCall,
} from './core/citation-check-prompt.ts'
import { type Verdict, verdictsFrom, verdictsReply } from './core/citation-check-reply.ts'
import { type CitedPlace, citedDocuments, citedPlaces, withSentences } from './core/cited-places.ts'
import { merged, verdictsMissing } from './core/degraded-steps.ts'
import { passedEvidence } from './core/passed-evidence.ts'
import { rewriteReply, rewrittenFrom } from './core/rewrite.ts'
import { lexical } from './core/writer-names.ts'
import { loadContent, storeContent } from './report-blob.ts'

/** What the check's calls leave behind for its event. */
interface Ledger {
  readonly usage: Usage[]
  readonly degraded: Degraded[]
  /** Who gave verdicts: models and "lexical". */
  readonly methods: Set<string>
}

/**
 * Checks every cited sentence of the report against the evidence of the documents it cites (spec §12): by the judge when
 * one is routed, else by the writer, else lexically. Unsupported sentences are rewritten once and checked again; what is
 * unsupported then is flagged by its verdict.
 */
export async function checkCitations(task: Task, blobs: BlobStore): Promise<NewEvent> {
  const { workId, fallback } = decisionOf(task, 'CitationCheckRequested').data
  const { state, corpus } = task.run
  if (state.report === null) throw new Error(`${workId}: there is no report to check`)
  const content = await loadContent(state.report.contentHash, blobs)
  const places = citedPlaces(content, passedEvidence(state, corpus))
  const ledger: Ledger = { usage: [], degraded: [], methods: new Set() }

  const first = await checksOf(task, places, fallback, ledger)
  const rewritten = await rewrite(
    task,
    places.filter(({ place }) => first.get(place)?.verdict === 'unsupported'),
    fallback,
    ledger,
  )
  const second = await checksOf(task, rewritten, fallback, ledger)

  const latest = new Map([...places, ...rewritten].map(({ place, sentence }) => [place, sentence]))
  const checks = new Map([...first, ...second])
  const judged = new Map<number, CitedSentence>()
  for (const [place, { flaw: _earlier, ...sentence }] of latest) {
    const check = checks.get(place)
    if (check === undefined) continue
    const { verdict, flaw } = check
    judged.set(place, { ...sentence, verdict, ...(flaw === null ? {} : { flaw }) })
  }
  const checked = withSentences(content, judged)
  const count = (verdict: Verdict) => [...checks.values()].filter((check) => check.verdict === verdict).length
  return {
    type: 'CitationsChecked',
    data: {
      workId,
      contentHash: await storeContent(checked, blobs),
      method: [...ledger.methods].sort().join(' and ') || lexical,
      verdicts: {
        supported: count('supported'),
        partial: count('partial'),
        unsupported: count('unsupported'),
        cannotCheck: count('cannot-check'),
      },
      rewritten: rewritten.length,
      flagged: count('unsupported'),
      citations: [...citedDocuments(checked)],
      degraded: [...merged(ledger.degraded)],
    },
    usage: ledger.usage,
  }
}

/** The check of each sentence, by place, in batches asked at once; where the model gives no verdict, the lexical one. */
async function checksOf(
  task: Task,
  places: readonly CitedPlace[],
  fallback: 'budget' | undefined,
  ledger: Ledger,
): Promise<ReadonlyMap<number, SupportCheck>> {
  const role = task.run.state.request?.options.models.judge === 'none' ? 'writer' : 'judge'
  // Without any evidence left there is nothing to judge by, and nothing to ask.
  const checkable = places.filter(({ evidence }) => evidence.length > 0)
  const checks = new Map<number, SupportCheck>(places.map(({ place }) => [place, { verdict: 'cannot-check', flaw: null }]))
  const batches = batched(checkable)
  const answers = await Promise.all(
    batches.map((batch) =>
      task.ask({
        role,
        stage: 'check',
        promptVersion: checkPromptVersion,
        prompt: citationCheckPrompt(batch),
        schema: verdictsReply(batch.length),
        schemaName: 'verdicts',
        fallback,
      }),
    ),
  )
  for (const [index, asked] of answers.entries()) {
    const batch = batches[index] ?? []
    const given = asked.value === null ? batch.map(() => null) : verdictsFrom(asked.value, batch)
    ledger.usage.push(...asked.usage)
    ledger.degraded.push(...asked.degraded)
    if (asked.value !== null && given.includes(null)) ledger.degraded.push({ role, reason: verdictsMissing, count: 1 })
    for (const [at, item] of batch.entries()) {
      const verdict = given[at] ?? null
      ledger.methods.add(verdict === null ? lexical : asked.model)
      checks.set(item.place, verdict === null ? lexicalCheck(item) : { verdict, flaw: null })
    }
  }
  return checks
}

/** The sentences that the writer wrote anew, in batches asked at once; without a usable reply there are none. */
async function rewrite(
  task: Task,
  unsupported: readonly CitedPlace[],
  fallback: 'budget' | undefined,
  ledger: Ledger,
): Promise<readonly CitedPlace[]> {
  const batches = batched(unsupported)
  const answers = await Promise.all(
    batches.map((batch) =>
      task.ask({
        role: 'writer',
        stage: 'check',
        promptVersion: rewritePromptVersion,
        prompt: rewritePrompt(batch),
        schema: rewriteReply(batch.length),
        schemaName: 'rewritten',
        fallback,
      }),
    ),
  )
  return answers.flatMap((asked, index) => {
    ledger.usage.push(...asked.usage)
    ledger.degraded.push(...asked.degraded)
    return asked.value === null ? [] : rewrittenFrom(asked.value, batches[index] ?? [])
  })
}

function batched(places: readonly CitedPlace[]): readonly (readonly CitedPlace[])[] {
  const batches: (readonly CitedPlace[])[] = []
  for (let start = 0; start < places.length; start += sentencesPerCall) batches.push(places.slice(start, start + sentencesPerCall))
  return batches
}
