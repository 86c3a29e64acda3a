import type { AnswerContent } from '@winnow/contracts/entities/answer.ts'
import type { NewEvent } from '@winnow/contracts/registry.ts'
import { recordsOf } from '@winnow/domain/corpus.ts'
import { documentText } from '@winnow/domain/document-text.ts'
import { resolveDocument } from '@winnow/domain/state.ts'
import { addressOf } from '@winnow/domain/web-address.ts'
import { canonicalJson } from '@winnow/eventlog/canonical-json.ts'
import { decisionOf, type RunSnapshot, type Task } from '@winnow/runtime/service.ts'
import { type ShownWorks, shownWorks } from './answer-passages.ts'
import type { AnswererDependencies } from './answerer-dependencies.ts'
import { answerContentOf, type CitedWork, supportCounts } from './core/answer-content.ts'
import { extractiveAnswer } from './core/extractive-answer.ts'
import { nothingFound } from './core/nothing-found.ts'
import { questionOf } from './run-of-task.ts'
import { storeText } from './shown-passages.ts'

/** Who writes an answer where no model does. */
export const extractive = 'words'

/** Writes the answer: by the agent's model, or from the best sentences of what was shown. Its content goes to the blob store. */
export async function writeAnswer(task: Task, { blobs }: AnswererDependencies): Promise<NewEvent> {
  const { workId } = decisionOf(task, 'AnswerRequested').data
  const question = questionOf(task)
  const works = await shownWorks(task.run, blobs)
  const content = answerContentOf({
    question,
    mode: 'extractive',
    paragraphs: byRule(task.run, works, question),
    passages: works.passages,
    work: (documentId) => citedWork(task.run, documentId),
  })
  return {
    type: 'AnswerWritten',
    data: {
      workId,
      contentHash: await storeText(blobs, canonicalJson(content)),
      mode: content.mode,
      citations: [...content.citations],
      removedMarks: 0,
      characters: charactersOf(content),
      support: supportCounts(content),
      attempts: 0,
      writer: extractive,
      degraded: [],
    },
    usage: [],
  }
}

function byRule({ state }: RunSnapshot, { passages }: ShownWorks, question: string) {
  const paragraphs = extractiveAnswer(passages, question)
  if (paragraphs.length > 0) return paragraphs
  const documents = new Set(passages.map(({ documentId }) => documentId))
  return [nothingFound(state, documents.size).map((text) => ({ text, documentIds: [] }))]
}

/** Title and address of a shown document: those of its best record, or the address of another record of it that has one. */
function citedWork({ state, corpus }: RunSnapshot, documentId: string): CitedWork {
  const work = resolveDocument(state, documentId)
  const text = documentText(state, corpus, work)
  if (text === undefined) throw new Error(`${documentId} is not in the corpus`)
  const addresses = [text.record, ...recordsOf(state, corpus, work)].map(({ ids, url }) => addressOf(ids, url))
  return { title: text.title, url: addresses.find((address) => address !== null) ?? null }
}

/** Characters of the answer's text, without its marks. */
function charactersOf({ paragraphs }: AnswerContent): number {
  return paragraphs.flat().reduce((sum, { text }) => sum + text.length, 0)
}
