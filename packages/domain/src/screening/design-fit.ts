import { criteriaClauses } from './criteria-clauses.ts'
import type { ScreeningRecord, ScreeningTask } from './screening-record.ts'
import { clarityOf, type StudyType, speaksOfAdults, speaksOfPeople, typesNamed } from './study-types.ts'

/** What kinds of study a review takes and leaves out. */
export interface DesignWishes {
  readonly wanted: ReadonlySet<StudyType>
  readonly unwanted: ReadonlySet<StudyType>
}

export interface DesignFit {
  /** Added to standardised scores of the subject: above 0 for a design that is asked for, below for one that is not. */
  readonly score: number
  readonly reasons: readonly string[]
}

/** Designs whose presence speaks for a record. */
const PRIMARY: readonly StudyType[] = ['randomised trial', 'controlled study', 'observational study']
/** Texts that report no study of their own, and single cases: left out of a review unless its criteria ask for them. */
const SECONDARY: readonly StudyType[] = ['review', 'opinion', 'protocol', 'case report']

/** Weights in standard deviations of the subject's score, for a design that the title shows. */
const WANTED = 1.5
const UNWANTED = 1.5
const ANIMALS = 2
const CELLS = 1
const CHILDREN = 1
const NO_ABSTRACT = 1.5
/** A study of animals that also speaks of people may be one of people. */
const ALSO_PEOPLE = 0.25
/** "Compared with" is in many records: alone it says less than a trial's name. */
const ANY_COMPARISON = 0.5

/** An exclusion of more words is of some children only ("studies that only included children younger than two"). */
const PLAIN_EXCLUSION_WORDS = 8

/** The designs that question and criteria name. Reviews in the question ("a systematic review of") are the review itself. */
export function designWishes({ question, criteria }: ScreeningTask): DesignWishes {
  const clauses = criteriaClauses(criteria)
  const asked = [question, ...clauses.wanted]
  const named = typesNamed(asked)
  const reviewsWanted = clauses.wanted.some((clause) => REVIEWS_AS_STUDIES.test(clause))
  const wanted = new Set<StudyType>([...named].filter((type) => type !== 'review' || reviewsWanted))
  if (wanted.has('randomised trial')) wanted.add('controlled study')
  const plain = clauses.unwanted.filter((clause) => clause.split(/\s+/).length <= PLAIN_EXCLUSION_WORDS)
  const childrenOut = typesNamed(plain).has('study of children') || (asked.some(speaksOfAdults) && !wanted.has('study of children'))
  const unwanted = new Set<StudyType>([...typesNamed(clauses.unwanted)].filter((type) => type !== 'study of children'))
  if (childrenOut) unwanted.add('study of children')
  return { wanted, unwanted }
}

/** Reviews as studies to include, not "data were pooled in meta-analyses". */
const REVIEWS_AS_STUDIES =
  /(?<!\b(?:in|for|by|into)\s+(?:the\s+|our\s+|this\s+)?(?:systematic\s+)?)\b(?:systematic reviews|reviews|meta-analyses)\b/iu

/** How a record's design fits, and why. */
export function designFit(record: ScreeningRecord, wishes: DesignWishes): DesignFit {
  const cues: Cue[] = [
    wantedCue(record, wishes),
    ...SECONDARY.map((type) => secondaryCue(record, type, wishes)),
    ...laboratoryCues(record, wishes),
    ageCue(record, wishes),
  ]
  if (record.abstract.trim() === '') cues.push({ score: -NO_ABSTRACT, reason: 'no abstract' })
  const shown = cues.filter(({ score }) => score !== 0)
  return { score: shown.reduce((sum, { score }) => sum + score, 0), reasons: shown.map(({ reason }) => reason) }
}

interface Cue {
  readonly score: number
  readonly reason: string
}

/** The clearest design that is asked for; one that is also ruled out does not count. */
function wantedCue(record: ScreeningRecord, { wanted, unwanted }: DesignWishes): Cue {
  let best: Cue = { score: 0, reason: '' }
  for (const type of PRIMARY) {
    if (!wanted.has(type) || unwanted.has(type)) continue
    const share = type === 'controlled study' && !wanted.has('randomised trial') ? ANY_COMPARISON : 1
    const score = WANTED * share * clarityOf(type, record)
    if (score > best.score) best = { score, reason: type }
  }
  return best
}

function secondaryCue(record: ScreeningRecord, type: StudyType, { wanted, unwanted }: DesignWishes): Cue {
  if (wanted.has(type) && !unwanted.has(type)) return { score: 0, reason: '' }
  return { score: -UNWANTED * clarityOf(type, record), reason: type }
}

/** Most reviews are of people: one of animals, or of cells, says so. One of animals may take cells too. */
function laboratoryCues(record: ScreeningRecord, { wanted, unwanted }: DesignWishes): readonly Cue[] {
  const ofAnimals = wanted.has('animal study')
  const weighed: readonly (readonly [type: StudyType, asked: boolean, weight: number])[] = [
    [
      'animal study',
      ofAnimals,
      ANIMALS * (speaksOfPeople(`${record.title} ${record.abstract} ${record.keywords.join(' ')}`) ? ALSO_PEOPLE : 1),
    ],
    ['in vitro study', ofAnimals || wanted.has('in vitro study'), CELLS],
  ]
  return weighed.map(([type, asked, weight]) => ({
    score: asked && !unwanted.has(type) ? 0 : -weight * clarityOf(type, record),
    reason: type,
  }))
}

/** Children where the review is of adults; a record that speaks of both may be for it. */
function ageCue(record: ScreeningRecord, { unwanted }: DesignWishes): Cue {
  const counts = unwanted.has('study of children') && !speaksOfAdults(`${record.title} ${record.abstract} ${record.keywords.join(' ')}`)
  return { score: counts ? -CHILDREN * clarityOf('study of children', record) : 0, reason: 'study of children' }
}
