import type { AnswerTrail } from '@winnow/report/answer-trail.ts'
import { counted } from '@winnow/report/markdown-text.ts'
import type { ShownRun } from '@winnow/runs/shown-run.ts'
import { columns } from './runs-table.ts'

/** What `winnow show` tells of a run of kind `answer`: what is written, its searches and turns, and the works it cites. */
export function answerSections({ answering }: Pick<ShownRun, 'answering'>, { searches, turns, citations }: AnswerTrail): readonly string[] {
  const mode = answering?.mode ?? null
  const removed = answering?.removedMarks ?? 0
  const refused = turns.filter((turn) => turn.refused !== null).length
  const further = counted(Math.max(0, searches.length - 1), 'further search', 'further searches')
  return [
    [
      mode === null ? 'Answer: not written yet' : `Answer: ${modes[mode]}, ${counted(citations.length, 'work')} cited`,
      `  ${further}, ${counted(turns.length, 'turn')}, ${counted(refused, 'search', 'searches')} refused`,
      ...(removed === 0 ? [] : [`  marks that named no work that was shown: ${removed}, removed`]),
    ].join('\n'),
    searches.length === 0 ? '' : ['Searches of the agent', columns(searches.map(searchCells))].join('\n'),
    turns.length === 0 ? '' : ['Turns', ...turns.map(turnLine)].join('\n'),
    citations.length === 0
      ? ''
      : ['Citations', ...citations.map(({ n, title, url }) => `  [${n}] ${title}${url === null ? '' : `. ${url}`}`)].join('\n'),
  ]
}

const modes = { model: 'written by a model', extractive: 'extractive, sentences of the sources' } as const

function searchCells({ search, query, found, shown }: AnswerTrail['searches'][number]): readonly string[] {
  const kept = shown === null ? 'nothing shown' : `${shown.passages} shown (${shown.reranker})`
  return [`  ${search}`, `${found} found`, kept, query]
}

function turnLine({ turn, action, query, refused }: AnswerTrail['turns'][number]): string {
  if (refused !== null) return `  ${turn} search refused: ${refused}`
  switch (action) {
    case 'search':
      return `  ${turn} searches for ${query ?? ''}`
    case 'answer':
      return `  ${turn} answers`
    case 'unusable':
      return `  ${turn} no usable reply`
  }
}
