import type { ArticleSection } from '@winnow/domain/evidence/article-sentences.ts'
import { readJsonl } from './labelled-data.ts'

/** A section of an article, with where its text begins in the article's. */
interface PlacedSection extends ArticleSection {
  readonly offset: number
}

/** A comparison that annotators looked for in an article, with the spans of its text that they marked. */
export interface EvidencePrompt {
  readonly text: string
  readonly sections: readonly PlacedSection[]
  readonly intervention: string
  readonly comparator: string
  readonly outcome: string
  readonly spans: readonly { readonly start: number; readonly end: number }[]
}

interface Article {
  readonly pmcid: string
  readonly text: string
}

interface Prompt {
  readonly pmcid: string
  readonly split: string
  readonly intervention: string
  readonly comparator: string
  readonly outcome: string
  readonly evidence: readonly {
    readonly start: number
    readonly end: number
    readonly valid_label: boolean
    readonly valid_reasoning: boolean
  }[]
}

/** Evidence Inference's lines that name a section: "TITLE:", "ABSTRACT.RESULTS:", "BODY.2.1. PARTICIPANTS:". */
const SECTION_LINE = /^(?:TITLE|(?:ABSTRACT|BODY)(?:\.([^\n]*))?): ?$/gm

/** The prompts of a split that have a valid annotation (spans of annotations that were found invalid are left out). */
export function evidencePrompts(data: string, split: 'validation' | 'test'): readonly EvidencePrompt[] {
  const articles = new Map(
    readJsonl<Article>(data, 'evidence-inference', 'articles.jsonl.gz').map(({ pmcid, text }) => [
      pmcid,
      { text, sections: sectionsOf(text) },
    ]),
  )
  return readJsonl<Prompt>(data, 'evidence-inference', 'prompts.jsonl.gz')
    .filter((prompt) => prompt.split === split)
    .flatMap(({ pmcid, intervention, comparator, outcome, evidence }) => {
      const article = articles.get(pmcid)
      const spans = evidence.filter((span) => span.valid_label && span.valid_reasoning)
      return article === undefined || spans.length === 0 ? [] : [{ ...article, intervention, comparator, outcome, spans }]
    })
}

function sectionsOf(text: string): readonly PlacedSection[] {
  const lines = [...text.matchAll(SECTION_LINE)].map(({ 0: line, 1: name, index }) => ({
    heading: name ?? line.replace(/:\s*$/, ''),
    from: index,
    to: index + line.length,
  }))
  const starts = [{ heading: null, from: 0, to: 0 }, ...lines]
  return starts
    .map(({ heading, to }, place) => ({ heading, offset: to, text: text.slice(to, starts[place + 1]?.from ?? text.length) }))
    .filter((section) => section.text.trim() !== '')
}
