import { modelOf } from '@winnow/contracts/entities/model-role.ts'
import { screeningFigures } from '@winnow/domain/screening-figures.ts'
import { screeningRole } from '@winnow/domain/screening-roles.ts'
import type { RunState } from '@winnow/domain/state.ts'
import { bullets, counted, escapeMarkdown, section } from '../markdown-text.ts'
import { screeningWords } from '../screening-words.ts'

/** Who screened, how far two screeners agree, and what a sample of the exclusions says of what was missed. */
export function screeningSection(state: RunState): string {
  const screened = Object.values(state.documents).some(({ scores }) => Object.keys(scores).length > 0)
  return screened ? section(2, 'Screening', [bullets([...screeners(state), ...screeningWords(screeningFigures(state))])]) : ''
}

function screeners({ request }: RunState): readonly string[] {
  if (request === null) return []
  const { models, screeners: count, rescreen = 0, review } = request.options
  const named = (role: 'screener' | 'screener2', rule: string) =>
    modelOf(models, role) === 'none' ? rule : escapeMarkdown(modelOf(models, role))
  const again = screeningRole(models, 'sample')
  const rule =
    review === undefined
      ? 'words in common with the subquestions, without a model'
      : 'the ranking by question and criteria, without a model; all that it screens is kept'
  return [
    ...(review === undefined ? [] : [`Of what question and criteria rank first, ${counted(review.screened, 'document')} at most.`]),
    `${count === 2 ? 'First screener' : 'Screener'}: ${named('screener', rule)}.`,
    ...(count === 2
      ? [
          `Second screener: ${named('screener2', 'the ranking by question and criteria, without a model')}.`,
          modelOf(models, screeningRole(models, 'adjudication')) === 'none'
            ? 'Where they disagree the document is kept.'
            : `Where they disagree ${escapeMarkdown(modelOf(models, screeningRole(models, 'adjudication')))} decides, with what both said.`,
        ]
      : []),
    ...(rescreen === 0 ? [] : [`Screened again by: ${named(again, 'the ranking by question and criteria')}.`]),
  ]
}
