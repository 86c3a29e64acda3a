import type { Record } from '@winnow/contracts/entities/record.ts'

/** DOI prefixes of preprint servers: bioRxiv/medRxiv, OSF and its communities, SSRN, Research Square, Preprints.org, ChemRxiv, TechRxiv, Authorea, PeerJ Preprints, Zenodo, figshare. */
const PREPRINT_DOI =
  /^(?:10\.1101\/(?:\d{6}|\d{4}\.\d\d\.)|10\.64898\/|10\.48550\/|10\.312(?:19|2\d|3\d)\/|10\.17605\/osf|10\.2139\/ssrn|10\.21203\/rs|10\.20944\/preprints|10\.26434\/chemrxiv|10\.36227\/techrxiv|10\.22541\/|10\.7287\/peerj\.preprints|10\.5281\/zenodo|10\.6084\/m9\.figshare)/

const PREPRINT_VENUE =
  /^(?:arxiv|biorxiv|medrxiv|chemrxiv|psyarxiv|socarxiv|eartharxiv|techrxiv|edarxiv|engrxiv|osf preprints?|ssrn|research square|preprints(?:\.org)?|authorea|zenodo|corr|computing research repository)\b|\barxiv(?: preprint|:|\.org| e-?prints?)|\bssrn electronic journal\b|\bssrn working paper/i

/**
 * Whether a record describes a preprint: by its type, its venue, a preprint server's DOI, or an arXiv id with neither a
 * DOI nor a venue of its own. Everything else counts as published.
 */
export function isPreprint(record: Record): boolean {
  if (record.type === 'preprint') return true
  if (record.venue !== undefined && PREPRINT_VENUE.test(record.venue.trim())) return true
  const { doi, arxiv } = record.ids
  if (doi !== undefined) return PREPRINT_DOI.test(doi)
  return arxiv !== undefined && record.venue === undefined
}
