import { keywords } from '@winnow/text/keywords.ts'
import { splitSentences } from '@winnow/text/sentences.ts'
import { spokenName } from './as-seen-by.ts'
import type { Corpus } from './corpus.ts'
import type { WorldReference, WorldWork } from './world-work.ts'

/** The full text of a work: made of its abstract and its references, the same in every format. */
export interface Paper {
  readonly title: string
  readonly authors: readonly string[]
  readonly abstract: string
  readonly sections: readonly { readonly heading: string; readonly paragraphs: readonly string[] }[]
  readonly references: readonly string[]
}

/** Words of a title that the sentences of its paper name. */
const SUBJECTS = 6

/**
 * The paper of a work. Its sections repeat each sentence of the abstract once, say around it what papers say, and hold what the
 * abstract does not: how the subjects of the title were measured, and what came of it.
 */
export function paperOf(corpus: Corpus, work: WorldWork): Paper {
  const { title, authors, abstract = '' } = work.record
  const sentences = splitSentences(abstract)
  const part = Math.ceil(sentences.length / 3)
  const subjects = keywords(title).slice(0, SUBJECTS)
  const [first = 'the question', second = 'its setting'] = subjects
  const all = subjects.length > 1 ? `${subjects.slice(0, -1).join(', ')} and ${subjects.at(-1)}` : first
  const introduction = [
    `This paper is about ${first} and ${second}.`,
    ...sentences.slice(0, part),
    `We first say why ${first} matters, then how the work was done, and then what came out of it.`,
  ]
  const methods = [
    `To learn about ${all}, every trial was run twice, once by hand and once by machine.`,
    ...elaborated(sentences.slice(part, 2 * part), `the methods for ${first}`),
  ]
  const results = [
    ...elaborated(sentences.slice(2 * part), `the results on ${second}`),
    `Of all that was tried, ${all} together gave the clearest gain, and it held in each repetition.`,
  ]
  return {
    title,
    authors: authors.map(spokenName),
    abstract,
    sections: [
      { heading: 'Introduction', paragraphs: [introduction.join(' ')] },
      ...(work.references.length === 0 ? [] : [{ heading: 'Related Work', paragraphs: relatedWork(corpus, work.references) }]),
      { heading: 'Methods', paragraphs: methods },
      { heading: 'Results', paragraphs: results },
      { heading: 'Discussion', paragraphs: [discussion(first, second)] },
    ],
    references: work.references.map((reference) => citationOf(corpus, reference)),
  }
}

/** A reference in words: "Lewis P, Perez E, et al. Retrieval-augmented generation. NeurIPS. 2020." */
export function citationOf(corpus: Corpus, reference: WorldReference): string {
  if (!('key' in reference)) return `Unpublished manuscript, cited as ${reference.elsewhere.replace(/^[a-z0-9]+:/, '')}.`
  const record = corpus.byKey.get(reference.key)?.record
  if (record === undefined) throw new Error(`a reference to a work outside the corpus: ${reference.key}`)
  const names = record.authors.map(({ family, collective }) => family ?? collective ?? '')
  const cited = names.length > 3 ? `${names.slice(0, 2).join(', ')}, et al.` : `${names.join(', ')}.`
  return [
    cited,
    `${record.title}.`,
    ...(record.venue === undefined ? [] : [`${record.venue}.`]),
    ...(record.year === undefined ? [] : [`${record.year}.`]),
  ].join(' ')
}

function relatedWork(corpus: Corpus, references: readonly WorldReference[]): string[] {
  const said = references.flatMap((reference, index) => {
    const record = 'key' in reference ? corpus.byKey.get(reference.key)?.record : undefined
    if (record === undefined) return []
    const [author] = record.authors
    return [`${author?.family ?? author?.collective ?? 'Others'} and colleagues wrote on ${record.title} [${index + 1}].`]
  })
  return [`Earlier work prepared the ground for ours. ${said.join(' ')}`.trim()]
}

/** Each sentence as a paragraph, with what surrounds a finding in a paper. */
function elaborated(sentences: readonly string[], about: string): string[] {
  return sentences.map(
    (sentence, index) =>
      `${sentence} This is point ${index + 1} of ${sentences.length} that we report of ${about}. The material that stands behind it was looked at by two of the authors, who agreed on what it shows.`,
  )
}

function discussion(first: string, second: string): string {
  return `What was found of ${first} holds for the setting that was studied. Whether it holds where ${second} is different remains open. Others may repeat the work with the material that accompanies this paper.`
}
