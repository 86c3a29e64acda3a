/** On what terms the texts of a source may be used, as far as it says so itself; for the manifest, not advice on the law. */
const licences: Readonly<Record<string, string>> = {
  openalex: 'CC0 1.0 (OpenAlex); abstracts stay those of their publishers where they claim rights',
  arxiv: 'metadata and abstracts CC0 1.0 (arXiv); full texts by the licence of each paper',
  crossref: 'metadata free of restrictions (Crossref); abstracts stay those of their publishers',
  pubmed: 'courtesy of the U.S. National Library of Medicine; abstracts stay those of their publishers',
  'semantic-scholar': 'ODC-By 1.0 (Semantic Scholar); attribution is due',
  web: "of each page's owner; unknown",
  'open-corpus': 'of the corpus (ClueWeb22: its research licence; FineWeb: ODC-By 1.0) and of each page’s owner',
  library: "the user's own library; unknown",
}

/** The licence of what a source brought; unknown for one that is not listed. */
export function sourceLicence(source: string): string {
  return licences[source] ?? 'unknown'
}
