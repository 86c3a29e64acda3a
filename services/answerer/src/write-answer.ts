import type { AnswerContent, AnswerMode, MarkedSentence } from '@winnow/contracts/entities/answer.ts'
import type { Degraded } from '@winnow/contracts/entities/degraded.ts'
import type { Usage } from '@winnow/contracts/entities/usage.ts'
import type { NewEvent } from '@winnow/contracts/registry.ts'
import { trajectoryOf } from '@winnow/domain/answering/trajectory.ts'
import { recordsOf } from '@winnow/domain/corpus.ts'
import { documentText } from '@winnow/domain/document-text.ts'
import { resolveDocument } from '@winnow/domain/state.ts'
import { addressOf } from '@winnow/domain/web-address.ts'
import { canonicalJson } from '@winnow/eventlog/canonical-json.ts'
import { decisionOf, type RunSnapshot, type Task } from '@winnow/runtime/service.ts'
import { type ShownWorks, shownWorks } from './answer-passages.ts'
import type { AnswererDependencies } from './answerer-dependencies.ts'
import { answerContentOf, type CitedWork, supportCounts } from './core/answer-content.ts'
import { answerPrompt, answerPromptVersion, answerReply } from './core/answer-prompt.ts'
import { extractiveAnswer } from './core/extractive-answer.ts'
import { resolveMarks } from './core/marks.ts'
import { nothingFound } from './core/nothing-found.ts'
import { passagesToAnswerFrom } from './core/passages-to-answer-from.ts'
import { answerOptionsOf, extractive, questionOf } from './run-of-task.ts'
import { storeText } from './shown-passages.ts'

/** What came of writing: paragraphs null means that the rule writes. */
interface Written {
  readonly paragraphs: readonly (readonly MarkedSentence[])[] | null
  readonly removedMarks: number
  readonly attempts: number
  readonly model: string
  readonly usage: readonly Usage[]
  readonly degraded: readonly Degraded[]
}

/** Writes the answer: by the agent's model, or from the best sentences of what was shown. Its content goes to the blob store. */
export async function writeAnswer(task: Task, { blobs }: AnswererDependencies): Promise<NewEvent> {
  const { workId } = decisionOf(task, 'AnswerRequested').data
  const question = questionOf(task)
  const works = await shownWorks(task.run, blobs)
  const written = await byModel(task, works, question)
  const mode: AnswerMode = written.paragraphs === null ? 'extractive' : 'model'
  const content = answerContentOf({
    question,
    mode,
    paragraphs: written.paragraphs ?? byRule(task.run, works, question),
    passages: works.passages,
    work: (documentId) => citedWork(task.run, documentId),
  })
  return {
    type: 'AnswerWritten',
    data: {
      workId,
      contentHash: await storeText(blobs, canonicalJson(content)),
      mode,
      citations: [...content.citations],
      removedMarks: written.removedMarks,
      characters: charactersOf(content),
      support: supportCounts(content),
      attempts: written.attempts,
      writer: mode === 'model' ? written.model : extractive,
      degraded: [...written.degraded],
    },
    usage: written.usage,
  }
}

/** Asked again, as often as the run allows, while the reply has no sentence that rests on a shown passage. */
async function byModel(task: Task, works: ShownWorks, question: string): Promise<Written> {
  const none = { paragraphs: null, removedMarks: 0, attempts: 0, model: extractive, usage: [], degraded: [] }
  if (works.passages.length === 0) return none
  const { topN, passageTokens, attempts: most } = answerOptionsOf(task)
  const { state, corpus } = task.run
  const passages = passagesToAnswerFrom(works.passages, summariesOf(task.run, works), topN * passageTokens)
  const usage: Usage[] = []
  let unknown: readonly string[] = []
  for (let attempt = 1; ; attempt += 1) {
    const answer = await task.ask({
      role: 'agent',
      stage: 'answer',
      promptVersion: answerPromptVersion,
      prompt: answerPrompt({ question, steps: trajectoryOf(state, corpus), passages, attempt, unknown }),
      schema: answerReply(works.ids),
      schemaName: 'answer',
      fallback: decisionOf(task, 'AnswerRequested').data.fallback,
    })
    usage.push(...answer.usage)
    if (answer.value === null)
      return { ...none, attempts: answer.usage.length === 0 ? attempt - 1 : attempt, usage, degraded: answer.degraded }
    const resolved = answer.value.paragraphs.map(({ sentences }) => resolveMarks(sentences, works.ids))
    unknown = resolved.flatMap((paragraph) => paragraph.unknown)
    const paragraphs = resolved
      .map(({ sentences }) => sentences.map((sentence) => citedOnce(sentence, works)))
      .filter((sentences) => sentences.length > 0)
    if (paragraphs.flat().some(({ documentIds }) => documentIds.length > 0))
      return { paragraphs, removedMarks: unknown.length, attempts: attempt, model: answer.model, usage, degraded: [] }
    if (attempt === most) return { ...none, attempts: attempt, usage, degraded: [{ role: 'agent', reason: nothingCited, count: 1 }] }
  }
}

const nothingCited = 'no sentence of the answer rests on a passage that was shown'

/** The sentences of all summaries, with the ids under which their documents are cited. */
function summariesOf({ corpus }: RunSnapshot, works: ShownWorks): readonly MarkedSentence[] {
  return [...corpus.summaries.values()].flatMap(({ summary }) => summary.map((sentence) => citedOnce(sentence, works)))
}

/** A sentence whose marks are the ids under which works are cited, each once; those of works that may not be cited go. */
function citedOnce({ text, documentIds }: MarkedSentence, { citedAs }: ShownWorks): MarkedSentence {
  return { text, documentIds: [...new Set(documentIds.flatMap((documentId) => citedAs(documentId) ?? []))] }
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
