import { modelOf, modelRoles } from '@winnow/contracts/entities/model-role.ts'
import type { RunState } from '@winnow/domain/state.ts'
import { bullets, counted, escapeMarkdown } from '../markdown-text.ts'
import type { RunMaterial } from '../run-material.ts'

/** When the report was rendered and how long the run took: the only text of a report that differs from run to run. */
export interface RunMoment {
  /** ISO 8601. */
  readonly generatedAt: string
  readonly durationMs: number
}

/** The title, two of the three run-dependent lines (spec §12; the third is in the search appendix), and how the report was made. */
export function head(material: RunMaterial, moment: RunMoment): string {
  const { state, content } = material
  const question = state.request?.question ?? ''
  const title = content?.title ?? question
  // Two blanks at the end of a line are a line break of Markdown.
  const lines = [`Run: ${material.runId}${forkedFrom(state)}`, `Generated: ${moment.generatedAt}`].join('  \n')
  const asked = title === question ? '' : `Question: ${escapeMarkdown(question)}`
  return [`# ${escapeMarkdown(title) || 'Report'}`, lines, asked, bullets(notes(material))].filter((block) => block !== '').join('\n\n')
}

/** In the line that tells the run: the report of a fork without a difference is that of its parent. */
function forkedFrom({ fork }: RunState): string {
  const from = fork?.from ?? null
  return from === null ? '' : `, forked from ${from.runId} at event ${from.at}`
}

function notes({ state, content }: RunMaterial): readonly string[] {
  const steps = Object.values(state.degraded).reduce((sum, { count }) => sum + count, 0)
  const asOf = state.request === null ? [] : [`Searched as of ${state.request.asOf}; every formula uses that date.`]
  const degraded =
    steps === 0 ? [] : [`${counted(steps, 'step was', 'steps were')} degraded: the fallback took the model’s place. See Limitations.`]
  return [modeNote(state, content?.mode ?? null), ...asOf, ...degraded]
}

/** Which models worked on the run, or that none did. */
function modeNote(state: RunState, mode: 'model' | 'extractive' | 'mixed' | null): string {
  const models = modelNames(state)
  const named = models.length === 0 ? '' : ` (${models.map(escapeMarkdown).join('; ')})`
  switch (mode) {
    case 'extractive':
      return models.length === 0
        ? `Extractive mode: no language model was used. ${relevance(state)}, evidence is quoted sentences, the text is assembled by template.`
        : `Extractive mode: the text is assembled by template; models were set for other steps${named}.`
    case 'mixed':
      return `Written in part by a language model, in part by template${named}.`
    case 'model':
      return `Written by a language model from the evidence below${named}.`
    case null:
      return `No report text was written: the run is ${state.status}${named}.`
  }
}

/** How relevance came about without a model. */
function relevance({ request }: RunState): string {
  return request?.options.review === undefined ? 'Relevance is lexical' : 'Relevant is what question and criteria rank first'
}

/** "openai:x for planner, intent", one for each model that is set, in the order of the roles. */
function modelNames(state: RunState): readonly string[] {
  const models = state.request?.options.models
  if (models === undefined) return []
  const routed = modelRoles.filter((role) => modelOf(models, role) !== 'none')
  return [...Map.groupBy(routed, (role) => modelOf(models, role)).entries()].map(([model, roles]) => `${model} for ${roles.join(', ')}`)
}

/** Milliseconds in words: "850 ms", "12 s", "3 min 5 s", "2 h 0 min". */
export function duration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`
  const seconds = Math.round(ms / 1000)
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.floor(seconds / 60)
  return minutes < 60 ? `${minutes} min ${seconds % 60} s` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}
