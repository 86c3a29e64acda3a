import type { ExclusionFigures, ScreeningFigures, TwoScreeners } from '@winnow/domain/screening-figures.ts'
import { counted } from './markdown-text.ts'
import { decimal, percent } from './numbers.ts'

/** How screening went, in sentences for a person; none where there is nothing to tell beside the flow of documents. */
export function screeningWords({ two, sample }: ScreeningFigures): readonly string[] {
  return [...(two === null ? [] : twoWords(two)), ...(sample === null ? [] : [sampleWords(sample)])]
}

function twoWords({
  agreement: { pairs, observed, kappa },
  notCompared,
  adjudicated,
  adjudicatedRelevant,
}: TwoScreeners): readonly string[] {
  const agree =
    observed === null
      ? 'Two screeners were asked for, but no pair of document and subquestion was judged by both.'
      : `Two screeners judged ${counted(pairs, 'pair')} of document and subquestion, neither seeing what the other said: they agree on ${percent(observed)} of them (Cohen’s kappa ${kappa === null ? 'not defined, as both always say the same' : decimal(kappa)}).`
  return [
    agree,
    ...(notCompared === 0 ? [] : [`${counted(notCompared, 'pair was', 'pairs were')} judged by one of them alone.`]),
    adjudicated === 0
      ? 'Nothing had to be adjudicated.'
      : `${counted(adjudicated, 'pair on which they disagreed was', 'pairs on which they disagreed were')} adjudicated: ${adjudicatedRelevant} included, ${adjudicated - adjudicatedRelevant} excluded.`,
  ]
}

function sampleWords({ included, excluded, sampled, found, recall }: ExclusionFigures): string {
  if (excluded === 0) return 'Screening excluded nothing, so that no exclusion was screened again.'
  if (sampled === 0) return `None of the ${counted(excluded, 'excluded document')} was screened again.`
  const drawn = `Of ${counted(excluded, 'excluded document')}, ${sampled} drawn at random ${sampled === 1 ? 'was' : 'were'} screened again: ${counted(found.length, 'was', 'were')} found relevant${found.length === 0 ? '' : ' and included'}.`
  if (recall === null) return `${drawn} The recall of the screening cannot be told, as nothing was found relevant.`
  return `${drawn} Recall of the screening, before these: ${decimal(recall.estimate)} (95 % interval ${decimal(recall.low)} to ${decimal(recall.high)}), from ${counted(included, 'included document')} and this sample (${recall.method}).`
}
