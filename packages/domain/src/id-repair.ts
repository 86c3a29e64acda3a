import { normaliseTitle } from '@winnow/text/normalise.ts'

/** Words that models write for the letters of an id, folded; the first is the letters themselves. Other letters stand for themselves alone. */
const spellings: readonly (readonly string[])[] = [
  ['rq', 'sq', 'q', 'question', 'subquestion', 'sub question', 'research question'],
  ['d', 'doc', 'document', 'paper'],
  ['e', 'ev', 'evidence', 'item'],
  ['i', 'intent', 'search intent'],
]

/** Opening brackets, quotation marks, emphasis and list bullets before an id. */
const OPENING = '(?:[\\s"\'`*_#<([{«“‘]|[-–•]\\s)*'
/** Closing brackets, quotation marks and emphasis after it. */
const CLOSING = '["\'`*_>)\\]}»”’]*'
/** What separates the letters and numbers of an id: "RQ 1", "rq-1", "D12 . e1". */
const GLUE = '[\\s._#:,-]*'
/** Nothing more than closing marks, or a mark and then other text ("RQ1: How do…", "RQ1) …"). */
const ENDED = new RegExp(`^${CLOSING}\\s*(?:[:.)\\]–—-](?![\\p{L}\\p{N}]).*|:.*)?$`, 'su')
/** The same, where text may also follow after white space ("RQ1 How do…"): only when the id was written with its letters. */
const FOLLOWED = new RegExp(`^${CLOSING}\\s+[\\p{L}"“(].*$`, 'su')
/**
 * The known id that a model meant by `raw`, or null (spec §5, PBR-019): case, spaces and hyphens ("rq-1", "RQ 1"), brackets,
 * the bare number, written-out words ("Document 12"), text after the id ("RQ1: How do…"), or the text that belongs to an
 * id, word for word. Numbers are compared whole, so RQ10 is never RQ1. A text that names several ids, or fits several
 * known ones, gives null. `texts` are the texts by id.
 */
export function repairId(raw: string, known: readonly string[], texts?: ReadonlyMap<string, string>): string | null {
  const written = raw.normalize('NFKC').trim()
  if (known.includes(written)) return written
  const byText = texts === undefined ? [] : known.filter((id) => sameText(texts.get(id), written))
  if (byText.length > 0) return byText.length === 1 ? (byText[0] ?? null) : null
  const shapes = new Map(known.map((id) => [lettersOf(id).join(' '), lettersOf(id)]))
  const meant = new Set([...shapes.values()].flatMap((letters) => read(written, letters) ?? []))
  const found = known.filter((id) => meant.has(keyOf(id)))
  // "D2 e1" is the item, not document 2 with a remark.
  const depth = Math.max(0, ...found.map((id) => lettersOf(id).length))
  const deepest = found.filter((id) => lettersOf(id).length === depth)
  return deepest.length === 1 ? (deepest[0] ?? null) : null
}

/**
 * The ids in a reply that may be one text with several of them ("sq1, sq2"; PBR-019) or a list: known ids in the order
 * written, each once, and the pieces that name nothing known.
 */
export function repairIds(
  raw: string | readonly string[],
  known: readonly string[],
  texts?: ReadonlyMap<string, string>,
): { readonly ids: readonly string[]; readonly unknown: readonly string[] } {
  const ids = new Set<string>()
  const unknown: string[] = []
  for (const entry of typeof raw === 'string' ? [raw] : raw) {
    const whole = repairId(entry, known, texts)
    for (const piece of whole === null ? entry.split(/[,;/&]|\band\b/u) : [whole]) {
      if (piece.trim() === '') continue
      const id = repairId(piece, known, texts)
      if (id === null) unknown.push(piece.trim())
      else ids.add(id)
    }
  }
  return { ids: [...ids], unknown }
}

function sameText(text: string | undefined, written: string): boolean {
  const folded = normaliseTitle(written)
  return text !== undefined && folded !== '' && normaliseTitle(text) === folded
}

/** Reads an id of the given letters from the start of a text, as its key; null when there is none, or more than one. */
function read(written: string, letters: readonly string[]): string | null {
  const [first] = letters
  if (first === undefined) return null
  const pattern = letters
    .map((word, level) => `(${spelled(word)}${GLUE})${level === 0 && letters.length === 1 ? '?' : ''}0*(\\d+)`)
    .join(GLUE)
  const found = new RegExp(`^${OPENING}${pattern}(?![\\p{L}\\p{N}])`, 'iu').exec(written)
  if (found === null) return null
  const rest = written.slice(found[0].length)
  const withLetters = found[1] !== undefined
  if (startsAnotherId(rest, first)) return null
  if (!ENDED.test(rest) && !(withLetters && FOLLOWED.test(rest))) return null
  return keyFrom(
    letters,
    letters.map((_, level) => found[2 * level + 2] ?? ''),
  )
}

/** Whether a list or range of ids goes on after the first one: "RQ1, RQ2", "D1–3", "1 and 2". */
function startsAnotherId(rest: string, word: string): boolean {
  return new RegExp(`^${CLOSING}\\s*(?:[,;/&+–—-]|and\\b|or\\b|to\\b)\\s*${OPENING}(?:${spelled(word)}${GLUE})?\\d`, 'iu').test(rest)
}

function spelled(word: string): string {
  const words = spellings.find((group) => group.includes(word)) ?? [word]
  return `(?:${words.map((spelling) => spelling.replace(' ', '[\\s-]?')).join('|')})s?`
}

/** "D12.e1" → ["d", "e"]. */
function lettersOf(id: string): readonly string[] {
  return id.toLowerCase().match(/[a-z]+/g) ?? []
}

/** "D12.e1" → "d:12 e:1"; ids whose letters or numbers differ have different keys. */
function keyOf(id: string): string {
  return keyFrom(lettersOf(id), id.match(/\d+/g) ?? [])
}

function keyFrom(letters: readonly string[], numbers: readonly string[]): string {
  return letters.map((word, level) => `${word}:${Number(numbers[level])}`).join(' ')
}
