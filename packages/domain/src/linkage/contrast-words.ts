/** Groups of words that exclude each other: one in place of another makes another study (spec §4). */
const GROUPS = [
  'vivo vitro silico situ utero ovo',
  'men women',
  'man woman',
  'male female',
  'males females',
  'boys girls',
  'father mother',
  'fathers mothers',
  'paternal maternal',
  'before after during',
  'with without',
  'high low moderate',
  'higher lower',
  'increase decrease',
  'increased decreased',
  'increases decreases',
  'increasing decreasing',
  'increment decrement',
  'positive negative',
  'positives negatives',
  'left right',
  'upper lower',
  'upstream downstream',
  'acute chronic subacute',
  'early late',
  'short long',
  'anterior posterior',
  'proximal distal',
  'medial lateral',
  'dorsal ventral',
  'superior inferior',
  'cranial caudal',
  'systolic diastolic',
  'benign malignant',
  'agonist antagonist',
  'agonists antagonists',
  'activation inhibition inactivation',
  'activator inhibitor',
  'stimulation inhibition',
  'inner outer',
  'internal external',
  'indoor outdoor',
  'inpatient outpatient',
  'inpatients outpatients',
  'rural urban',
  'open closed',
  'active passive',
  'north south east west',
  'northern southern eastern western',
  'spring summer autumn winter',
  'day night',
  'oral intravenous subcutaneous intramuscular',
  'children adults adolescents infants',
  'child adult adolescent infant',
  'pediatric adult geriatric',
  'paediatric adult geriatric',
  'younger older',
  'young old',
  'rats mice rabbits dogs pigs monkeys humans',
  'rat mouse rabbit dog pig monkey human',
  'gain loss',
  'cases controls',
  'efficacy safety',
  'morbidity mortality',
  'incidence prevalence',
  'theory practice',
  'qualitative quantitative',
  'prospective retrospective',
  'buyers sellers',
  'import export',
  'mono bi tri',
  'wet dry',
  'hot cold',
  'black white',
  'small large',
  'best worst',
  'major minor',
  'maximum minimum',
  'micro macro nano',
]

/** Prefixes that exclude each other before the same word: hypothermia, hyperthermia; prenatal, postnatal. */
const PREFIX_GROUPS = [
  'hypo hyper normo eu iso',
  'pre post peri ante anti pro',
  'intra extra inter trans para',
  'mono di tri tetra bi uni multi poly oligo',
  'micro macro nano meso milli',
  'homo hetero auto allo xeno',
  'endo exo ecto epi',
  'in out',
  'in ex de',
  'over under',
  'supra infra sub super',
  'up down',
  'sym asym',
  'ortho para meta',
  'cis trans',
  'tachy brady',
  'anti pro',
  'ab ad',
]

/** Prefixes that turn a word into its opposite. */
const NEGATIONS = ['un', 'non', 'in', 'im', 'ir', 'il', 'dis', 'a', 'anti', 'de', 'mis', 'counter', 'contra']

/** Negating words: on one side only they turn a title around. */
const NEGATORS: ReadonlySet<string> = new Set(['not', 'non', 'never', 'without', 'lack', 'absence', 'unlike'])

const GROUPS_OF: ReadonlyMap<string, ReadonlySet<number>> = membership(GROUPS)
const PREFIX_PAIRS = PREFIX_GROUPS.flatMap((group) => {
  const prefixes = group.split(' ')
  return prefixes.flatMap((a) => prefixes.filter((b) => a !== b).map((b): readonly [string, string] => [a, b]))
})

function membership(groups: readonly string[]): ReadonlyMap<string, ReadonlySet<number>> {
  const found = new Map<string, Set<number>>()
  groups.forEach((group, i) => {
    for (const word of group.split(' ')) found.set(word, (found.get(word) ?? new Set<number>()).add(i))
  })
  return found
}

/** Whether two folded words exclude each other where one stands in the other's place. Symmetric. */
export function areContrasting(a: string, b: string): boolean {
  if (a === b) return false
  const groups = GROUPS_OF.get(b)
  for (const group of GROUPS_OF.get(a) ?? []) if (groups?.has(group)) return true
  return isSwapped(a, b) || isNegated(a, b) || isNegated(b, a)
}

/**
 * The contrast between two titles' words, or null. `onlyA` and `onlyB` are the folded words, in their order, that the
 * other title lacks. A negating word on one side alone is a contrast as well, as are two different single letters
 * ("hepatitis B", "hepatitis C").
 */
export function contrast(onlyA: readonly string[], onlyB: readonly string[]): string | null {
  for (const a of onlyA) {
    for (const b of onlyB) {
      if (areContrasting(a, b) || (isLetter(a) && isLetter(b))) return `${a}/${b}`
    }
  }
  const negator = onlyA.find((word) => NEGATORS.has(word)) ?? onlyB.find((word) => NEGATORS.has(word))
  return negator ?? null
}

function isSwapped(a: string, b: string): boolean {
  return PREFIX_PAIRS.some(
    ([p, q]) => a.startsWith(p) && b.startsWith(q) && a.length - p.length >= 3 && a.slice(p.length) === b.slice(q.length),
  )
}

function isNegated(negative: string, positive: string): boolean {
  return positive.length >= 4 && NEGATIONS.some((prefix) => negative === prefix + positive)
}

function isLetter(word: string): boolean {
  return /^\p{L}$/u.test(word)
}
