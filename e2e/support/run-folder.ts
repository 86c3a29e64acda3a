import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readEvents } from '@winnow/cli/engine/read-events.ts'
import { stateHash } from '@winnow/cli/output/bundle.ts'
import { type Recorded, recorded } from '@winnow/contracts/envelope.ts'
import type { DocumentRow } from '@winnow/report/documents.ts'
import type { EvidenceRow } from '@winnow/report/evidence.ts'
import type { RunSummary } from '@winnow/report/run-summary.ts'
import { foldRun } from '@winnow/runs/load-run.ts'

/** The files of `--out`, read back. */
export function runFolder(folder: string) {
  const text = (file: string) => readFile(join(folder, file), 'utf8')
  const lines = async <T>(file: string) => parseLines<T>(await text(file))
  return {
    text,
    summary: async () => JSON.parse(await text('run.json')) as RunSummary,
    events: async () => (await lines<unknown>('events.jsonl')).map((line): Recorded => recorded.parse(line)),
    /** The hash of the state that the events fold to. */
    stateHash: async () => stateHash(foldRun(await readEvents(join(folder, 'events.jsonl'), Number.POSITIVE_INFINITY))),
    documents: () => lines<DocumentRow>('documents.jsonl'),
    evidence: () => lines<EvidenceRow>('evidence.jsonl'),
  }
}

/** The JSON values of lines. */
export function parseLines<T>(text: string): T[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as T)
}

/** The report without the three lines that tell the run. */
export function withoutRunLines(report: string): string {
  return report
    .split('\n')
    .filter((line) => !/^(Run|Generated|Duration): /.test(line))
    .join('\n')
}
