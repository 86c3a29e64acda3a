/** A line of a made-up file. */
export interface MadeUpRecord {
  readonly id: string
  readonly title: string
  readonly abstract: string
  readonly year: number
  readonly included: 0 | 1
}

const about = [
  'women',
  'men',
  'nursing homes',
  'clinics',
  'villages',
  'towns',
  'hospitals',
  'veterans',
  'twins',
  'siblings',
  'nurses',
  'migrants',
]
const others = [
  'soil erosion under maize',
  'tomato yield in greenhouses',
  'river ice and navigation',
  'paint on old timber',
  'bus timetables',
]

/** What the review asks. */
export const madeUpQuestion = 'Does vitamin D prevent hip fractures?'

/** `relevant` records that answer the question and `irrelevant` ones about other things, mixed. */
export function madeUpReview(relevant: number, irrelevant: number): readonly MadeUpRecord[] {
  const yes = Array.from({ length: relevant }, (_, index) => {
    const group = `${about[index % about.length]} ${index}`
    return record(
      `y${index}`,
      `Vitamin D and hip fractures in ${group}`,
      `Vitamin D lowered the risk of hip fractures in ${group}.`,
      index,
      1,
    )
  })
  const no = Array.from({ length: irrelevant }, (_, index) => {
    const topic = `${others[index % others.length]} ${index}`
    return record(`n${index}`, `A study of ${topic}`, `We measured ${topic} for a year.`, index, 0)
  })
  // Every other place, so that the file's order tells nothing.
  return [...yes, ...no]
    .map((one, index) => ({ one, key: (index * 7919) % 1009 }))
    .sort((a, b) => a.key - b.key)
    .map(({ one }) => one)
}

function record(id: string, title: string, abstract: string, index: number, included: 0 | 1): MadeUpRecord {
  return { id, title, abstract, year: 2000 + (index % 20), included }
}

/** The records as a JSONL file. */
export function jsonl(records: readonly object[]): string {
  return records.map((one) => `${JSON.stringify(one)}\n`).join('')
}
