import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ScreeningRecord, ScreeningTask } from '@winnow/domain/screening/screening-record.ts'
import { readJsonl } from './labelled-data.ts'
import type { SetUse } from './measurement.ts'

/** A labelled review: its records, whether each was included, by position, and what was asked, when that is known. */
export interface ScreeningSet {
  readonly name: string
  readonly use: SetUse
  readonly records: readonly ScreeningRecord[]
  readonly labels: readonly boolean[]
  /** Null for the sets without texts of the review. */
  readonly task: ScreeningTask | null
}

interface LabelledRecord {
  readonly id: string | number
  readonly title?: string
  readonly abstract?: string
  readonly mesh?: readonly string[]
  readonly concepts?: readonly string[]
  readonly type?: string
  readonly year?: number
  readonly label_included: number
  readonly in_ferdinands_sim?: boolean
}

interface Review {
  readonly review: string
  readonly review_title: string
  readonly eligibility_criteria: string
}

/** The seven reviews of SYNERGY, whose question is known (SOURCES.md §2). */
export const synergyReviews = [
  'Chou_2004',
  'Donners_2021',
  'Jeyaraman_2020',
  'Meijboom_2021',
  'Nelson_2002',
  'Sep_2021',
  'van_der_Valk_2021',
]
/** The five others. */
export const asreviewReviews = ['Nagtegaal_2019', 'Kwok_2020', 'Appenzeller-Herzog_2019', 'Kitchenham_2010', 'Bannach-Brown_2019']
const TUNED_ON = ['Nelson_2002', 'Sep_2021', 'Jeyaraman_2020', 'Nagtegaal_2019']

/** Whether rules were chosen while looking at a review's labels. */
export function useOf(name: string): SetUse {
  return TUNED_ON.includes(name) ? 'tuned' : 'held-out'
}

/** The file of a labelled review. */
export function screeningFile(data: string, name: string): string {
  return join(data, folderOf(name), `${name}.jsonl.gz`)
}

function folderOf(name: string): string {
  return synergyReviews.includes(name) ? 'screening-synergy' : 'screening-asreview'
}

/**
 * A labelled review by its name. Of Nagtegaal the 1,847 records of the simulations of Ferdinands et al. are taken, with
 * `label_included`.
 */
export function screeningSet(data: string, name: string): ScreeningSet {
  const lines = readJsonl<LabelledRecord>(data, folderOf(name), `${name}.jsonl.gz`).filter((line) => line.in_ferdinands_sim !== false)
  return {
    name,
    use: useOf(name),
    records: lines.map(bareRecord),
    labels: lines.map((line) => line.label_included === 1),
    task: synergyReviews.includes(name) ? taskOf(data, name) : null,
  }
}

function bareRecord({ id, title = '', abstract = '', mesh = [], concepts = [], type = '', year }: LabelledRecord): ScreeningRecord {
  return { id: String(id), title, abstract, keywords: [...mesh, ...concepts], type, year: year ?? null }
}

/** What a review of SYNERGY asked: its title and its eligibility criteria. */
export function taskOf(data: string, name: string): ScreeningTask {
  const reviews = JSON.parse(readFileSync(join(data, 'screening-synergy', 'reviews.json'), 'utf8')) as readonly Review[]
  const review = reviews.find((one) => one.review === name)
  if (review === undefined) throw new Error(`no review ${name} in reviews.json`)
  return { question: review.review_title, criteria: review.eligibility_criteria }
}
