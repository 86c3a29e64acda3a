import type { Record } from '@winnow/contracts/entities/record.ts'
import { type CorpusDraft, newCorpus } from '@winnow/domain/corpus.ts'
import type { DocumentText } from '@winnow/domain/document-text.ts'
import { History } from '@winnow/testkit/history.ts'
import type { SeenRun } from '@winnow/testkit/scripted-task.ts'
import { buildState, document, subquestion } from '@winnow/testkit/state-builder.ts'

type Parts = Partial<Omit<Record, 'recordId'>>

/** A paper as screeners see it: "D3" with title "Title of D3" and an abstract, unless the parts say otherwise. */
export function paper(
  documentId: string,
  { abstract = `Abstract of ${documentId}.`, ...parts }: Parts = {},
  abstractCut = false,
): DocumentText {
  const record: Record = {
    source: 'library',
    recordId: documentId.toLowerCase(),
    ids: {},
    title: `Title of ${documentId}`,
    authors: [],
    type: 'article',
    ...parts,
    ...(abstract === '' ? {} : { abstract }),
  }
  return { documentId, title: record.title, abstract: abstract === '' ? null : abstract, record, abstractCut }
}

/** A requested run that knows the papers and has the subquestions, by their texts RQ1, RQ2 … */
export function runWith(papers: readonly DocumentText[], subquestions: readonly string[], criteria: string | null = null): SeenRun {
  const corpus: CorpusDraft = newCorpus()
  corpus.request = new History().request({}, { criteria }).corpus.request
  for (const { record } of papers) corpus.records.set(`library:${record.recordId}`, record)
  return {
    state: buildState({
      subquestions: subquestions.map((text, index) => subquestion(`RQ${index + 1}`, { text })),
      documents: papers.map(({ documentId, record }) => document(documentId, { records: [`library:${record.recordId}`] })),
    }),
    corpus,
  }
}
