import { decodeEntities } from '@winnow/text/entities.ts'
import { unifyDashes } from '@winnow/text/normalise.ts'

/** ISO 26324: directory 10, registrant of 4–9 digits (with optional subdivisions), a slash, a suffix without spaces. */
const DOI = /(?<![\d.])10\.\d{4,9}(?:\.\d+)*\/\S+/

/** A DOI that needs no repair. */
const PLAIN_DOI = /^10\.(?!1101|64898)\d{4,9}\/[a-z0-9._/-]*[a-z0-9]$/

/** Endings that publishers' web addresses add to the DOI inside them. */
const LANDING_SUFFIX =
  /(?:\/(?:full|fulltext|abstract|pdf|epdf|pdfdirect|html|meta|references|supplementary-material)|\.full|\.pdf|\.abstract)+$/

/** The Open Funder Registry: a DOI of an organisation, not of a work. */
const FUNDER_PREFIX = '10.13039/'

const OPENING: ReadonlyMap<string, string> = new Map([
  [')', '('],
  [']', '['],
  ['}', '{'],
  ['>', '<'],
])

/**
 * The DOI in a field or web address, lower case and without resolver, or null if there is none (PBR-010). Percent and
 * HTML escapes, LaTeX backslashes, invisible characters, query strings, fragments and trailing punctuation are undone; a
 * closing bracket stays if it has its opening one.
 */
export function normaliseDoi(raw: string): string | null {
  const lower = raw.toLowerCase()
  if (PLAIN_DOI.test(lower)) return lower
  const text = unifyDashes(percentDecoded(decodeEntities(raw)).replace(/\p{Cf}/gu, '')).replace(/\\(?=\W|_)/g, '')
  const found = DOI.exec(text)
  if (found === null) return null
  const before = text.slice(0, found.index).toLowerCase()
  const isUrl = /https?\s*:|www\.|doi\.org\/\s*$/.test(before.replaceAll(' ', ''))
  const atResolver = /doi\.org\/\s*$/.test(before)
  let doi = found[0].toLowerCase()
  if (isUrl) doi = doi.replace(/[?&].*$|#.+$/, '')
  if (isUrl && !atResolver) doi = doi.replace(LANDING_SUFFIX, '')
  doi = withoutTrailingPunctuation(doi)
  // bioRxiv and medRxiv put the version of a preprint into its address; the DOI has none.
  doi = doi.replace(/^(10\.(?:1101|64898)\/[\d.]+)v\d+$/, '$1')
  return /\/.*[\p{L}\p{N}]/u.test(doi) ? doi : null
}

/** Whether a normalised DOI can name a work; funders' DOIs do not. */
export function isWorkDoi(doi: string): boolean {
  return !doi.startsWith(FUNDER_PREFIX)
}

/** Only escapes of visible ASCII, which is what DOIs are made of; anything else stays as it is. */
function percentDecoded(text: string): string {
  return text.replace(/%([2-7][0-9a-f])/gi, (whole, hex: string) =>
    hex.toLowerCase() === '7f' ? whole : String.fromCharCode(Number.parseInt(hex, 16)),
  )
}

function withoutTrailingPunctuation(doi: string): string {
  let end = doi.length
  for (; end > 0; end--) {
    const last = doi.charAt(end - 1)
    const opening = OPENING.get(last)
    if (opening !== undefined) {
      const kept = doi.slice(0, end)
      if (count(kept, opening) >= count(kept, last)) break
    } else if (!/[.,;:'"“”‘’*|/\\]/.test(last)) break
  }
  return doi.slice(0, end)
}

function count(text: string, character: string): number {
  return text.split(character).length - 1
}
