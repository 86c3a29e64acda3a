import { normaliseDoi } from './doi.ts'

/** YYMM and five digits; up to 2014 arXiv gave four. What follows a slash is part of an address (PBR-002). */
const NEW_STYLE = /^((?:0[7-9]|1[0-4])(?:0[1-9]|1[0-2])\.\d{4}|\d{2}(?:0[1-9]|1[0-2])\.\d{5})(?:v\d+)?(?:\/.*)?$/
/** Before April 2007: archive, perhaps a subject class (dropped: the number is unique within the archive), YYMMNNN. */
const OLD_STYLE = /^([a-z]+(?:-[a-z]+)?)(?:\.[a-z]{2})?\/(\d{2}(?:0[1-9]|1[0-2])\d{3})(?:v\d+)?$/
const ARXIV_DOI = /^10\.48550\/arxiv\.(.+)$/

/**
 * The arXiv identifier of a field, "arXiv:…" label, web address or arXiv DOI: lower case, without version and subject
 * class ("2301.00001", "hep-th/9901001"); null if it is none.
 */
export function normaliseArxivId(raw: string): string | null {
  const text = raw
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .trim()
    .toLowerCase()
  const doi = text.includes('10.48550') ? normaliseDoi(text) : null
  const bare = (doi === null ? text : (arxivIdOfDoi(doi) ?? ''))
    .replace(/^(?:https?:\/\/)?(?:www\.|export\.)?arxiv\.org\/(?:abs|pdf|html|format|ps|e-print)\//, '')
    .replace(/^arxiv\s*[:.]?\s*/, '')
    .replace(/\s*\[[a-z.-]+\]$/, '')
    .replace(/[?#].*$/, '')
    .replace(/\.pdf$/, '')
  const recent = NEW_STYLE.exec(bare)
  if (recent !== null) return recent[1] ?? null
  const old = OLD_STYLE.exec(bare)
  return old === null ? null : `${old[1]}/${old[2]}`
}

/** The arXiv part of a normalised arXiv DOI, as it stands there; null for every other DOI. */
export function arxivIdOfDoi(doi: string): string | null {
  return ARXIV_DOI.exec(doi)?.[1] ?? null
}

/** An arXiv id inside running text, such as a venue "arXiv preprint arXiv:2301.00001 [cs.CL]"; null without the label. */
export function arxivIdInText(text: string): string | null {
  if (!/arxiv/i.test(text)) return null
  const labelled = /arxiv(?:\.org\/(?:abs|pdf)\/|\s*:\s*|\s+)([a-z-]+(?:\.[a-z]{2})?\/\d{7}|\d{4}\.\d{4,5})/i.exec(text)
  return labelled === null ? null : normaliseArxivId(labelled[1] ?? '')
}
