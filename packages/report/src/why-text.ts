import type { ScreeningPass } from '@winnow/contracts/entities/screening-pass.ts'
import { counted, oneLine, shortened } from './markdown-text.ts'
import { decimal, priceWords } from './numbers.ts'
import type { EventRef, Why, WhyCost, WhyDocument, WhyEvidence, WhyFinding, WhyFound, WhyShown, WhySubquestion } from './provenance/why.ts'

/** Operations told per document in the text; `--json` has all. */
export const toldFindings = 5
/** Sentences told per target in the text. */
export const toldSentences = 5

/** `why` as plain text for a terminal, without colours; the last line ends with a line feed. */
export function whyText(result: Why): string {
  if (result.found) return `${foundLines(result).join('\n')}\n`
  const near = result.near.length === 0 ? 'Nothing is near it.' : `Near it: ${result.near.join(', ')}.`
  return `Nothing is called “${oneLine(result.asked)}”. ${near}\nAsk for an evidence item (D3.e1), a citation ([2]), a document (D3) or a sentence (#4).\n`
}

function foundLines({ target, question, sentences, documents, written, cost }: WhyFound): readonly string[] {
  return [
    `Why ${target.id} (${target.kind}), for the question “${oneLine(question)}”`,
    ...sentences.slice(0, toldSentences).map(({ number, text, citations, verdict }) => {
      const marks = citations.length === 0 ? '' : ` [${citations.join(', ')}]`
      return `Sentence #${number}: ${oneLine(text)}${marks}${verdict === null ? '' : ` — citation check: ${verdict}`}`
    }),
    ...more(sentences.length, toldSentences, 'sentence'),
    ...(written === undefined
      ? []
      : [`Written by ${written.writer}${written.mode === 'extractive' ? ', taken from the passages by rule' : ''}${at(written.event)}`]),
    ...documents.flatMap(documentLines),
    '',
    `Cost of the steps above: ${costWords(cost)}.`,
  ]
}

const passWords: { readonly [P in ScreeningPass]: string } = {
  second: 'second screener',
  adjudication: 'adjudication',
  sample: 'sample of exclusions, screened again',
}

function documentLines(document: WhyDocument): readonly string[] {
  const state = document.editorial === 'ok' ? '' : ` — editorial state: ${document.editorial}`
  return [
    '',
    `${document.documentId}${document.citation === null ? '' : ` [${document.citation}]`} ${oneLine(document.title)}${state}`,
    `  outcome: ${document.outcome.status}${document.outcome.reason === null ? '' : ` (${oneLine(document.outcome.reason)})`}`,
    ...document.evidence.flatMap(evidenceLines),
    ...(document.shown ?? []).flatMap(shownLines),
    ...document.readings.map(
      ({ record, depth, reader, textHash, items, event }) =>
        `  read: ${depth} of ${record} by ${reader}, ${counted(items, 'item')}, text sha256 ${textHash.slice(0, 12)}…${at(event)}`,
    ),
    ...document.fullTexts.map(({ outcome, copy, tries, event }) => {
      const from = copy === null ? (outcome === 'none' ? 'no open-access copy is known' : 'could not be fetched') : copyWords(copy)
      const vain =
        tries.length === 0 ? '' : `; tried in vain: ${tries.map(({ url, reason }) => `${oneLine(url)} (${oneLine(reason)})`).join(', ')}`
      return `  full text: ${from}${vain}${at(event)}`
    }),
    ...document.allocations.map(({ subquestionIds, score, lambda, parts, event }) => {
      const told = Object.entries(parts).map(([part, value]) => `${part} ${decimal(value)}`)
      return `  chosen to be read for ${subquestionIds.join(', ')}: score ${decimal(score)} (${told.join(', ')}, λ ${lambda})${at(event)}`
    }),
    ...document.screenings.map(({ scores, note, reason, criterion, screener, pass, event }) => {
      const told = Object.entries(scores).map(([id, score]) => `${id} ${decimal(score)}`)
      const why = [note, reason ?? '', criterion === null ? '' : `criterion ${criterion}`]
        .map(oneLine)
        .filter((text) => text !== '' && text !== screener)
      return `  screening score: ${told.join(', ')} by ${screener}${pass === null ? '' : ` (${passWords[pass]})`}${why.length === 0 ? '' : ` — ${why.join('; ')}`}${at(event)}`
    }),
    ...document.merges.map(({ a, b, tier, signals, event }) => `  merged: ${a} and ${b} by ${tier} (${signals.join(', ')})${at(event)}`),
    ...document.overrides.map(({ action, records, reason, event }) => {
      const what = records.length === 0 ? action : `${action} off ${records.join(', ')}`
      return `  by the user: ${what} (${oneLine(reason)})${at(event)}`
    }),
    ...document.findings.slice(0, toldFindings).flatMap(findingLines),
    ...more(document.findings.length, toldFindings, 'search result'),
  ]
}

function shownLines(shown: WhyShown): readonly string[] {
  const { search, query, turn, rank, of, score, reranker, record, characters, cut, textHash, text, summary, summarizer, event } = shown
  const ranked = score === null ? 'kept without being ranked' : `score ${decimal(score)} by ${oneLine(reranker)}`
  return [
    `  shown: search ${search}, query “${oneLine(query)}”, passage ${rank} of ${of}, ${ranked}${at(event)}`,
    `    passage of ${record}: ${characters} characters${cut ? ', cut' : ''}, sha256 ${textHash.slice(0, 12)}…`,
    ...(text === null ? [] : [`    “${shortened(text, 300)}”`]),
    ...summary.map((sentence) => `    summary by ${summarizer}: ${oneLine(sentence)}`),
    ...(turn === null ? [] : [`    asked for in turn ${turn.turn} by ${turn.agent}: ${shortened(turn.reasoning, 300)}${at(turn.event)}`]),
  ]
}

function evidenceLines(evidence: WhyEvidence): readonly string[] {
  const { evidenceId, claim, quote, quoteCheck, location, support, strength, capped, subquestion, event } = evidence
  const page = location.page === undefined ? '' : `, page ${location.page}`
  return [
    `  evidence ${evidenceId}: ${oneLine(claim)}`,
    `    quote (${quoteCheck}): “${oneLine(quote)}”`,
    `    ${support}, strength ${decimal(strength)}${capped.length === 0 ? '' : ` (lowered: ${capped.join(', ')})`}, from ${oneLine(location.section)}${page}${at(event)}`,
    `    ${subquestionWords(subquestion)}`,
  ]
}

function findingLines({ record, operationId, source, query, rank, from, intent, event }: WhyFinding): readonly string[] {
  const how = from === null ? `query “${oneLine(query)}”` : `query: ${oneLine(query)}`
  return [
    `  found: ${record} by ${operationId} in ${source}, rank ${rank}, ${how}${at(event)}`,
    ...(intent === null
      ? []
      : [`    intent ${intent.intentId}: ${oneLine(intent.text)}${at(intent.event)}`, `    ${subquestionWords(intent.subquestion)}`]),
  ]
}

function subquestionWords({ subquestionId, text, origin, event }: WhySubquestion): string {
  return `subquestion ${subquestionId} (from the ${origin}): ${shortened(text, 300)}${at(event)}`
}

function at(event: EventRef | null): string {
  return event === null ? '' : ` · event ${event.pos} ${event.type}`
}

function more(count: number, told: number, noun: string): readonly string[] {
  return count > told ? [`  … and ${counted(count - told, `more ${noun}`)}`] : []
}

function costWords(cost: WhyCost): string {
  if (cost.calls === 0) return 'no model was called'
  return `${counted(cost.calls, 'model call')} (${cost.models.join(', ')}), ${cost.inputTokens} tokens in, ${cost.outputTokens} out, ${cost.usd === null ? 'cost unknown' : priceWords(cost)}`
}

/** "pdf of openalex:W1 from https://…, sha256 0123456789ab…" */
function copyWords({ format, record, url, hash }: NonNullable<WhyDocument['fullTexts'][number]['copy']>): string {
  return `${format} of ${record}${url === null ? '' : ` from ${oneLine(url)}`}, sha256 ${hash.slice(0, 12)}…`
}
