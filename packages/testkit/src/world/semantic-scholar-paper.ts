import { asSeenBy, spokenName } from './as-seen-by.ts'
import { happens, numberFrom } from './chance.ts'
import type { Corpus } from './corpus.ts'
import { openCopyUrls } from './files.ts'
import { citationOf } from './paper.ts'
import type { WorldReference, WorldWork } from './world-work.ts'

export type Paper = Readonly<{ [field: string]: unknown }>

/** References and citations, in percent, that Semantic Scholar could not tell which paper they are: a title without a paperId. */
const UNRESOLVED = 10

/** Every field of a paper that can be asked for without going to other papers. */
export const PAPER_FIELDS = [
  ...[
    'paperId',
    'corpusId',
    'externalIds',
    'url',
    'title',
    'abstract',
    'venue',
    'publicationVenue',
    'year',
    'referenceCount',
    'citationCount',
  ],
  ...[
    'influentialCitationCount',
    'isOpenAccess',
    'openAccessPdf',
    'fieldsOfStudy',
    's2FieldsOfStudy',
    'publicationTypes',
    'publicationDate',
  ],
  ...['journal', 'citationStyles', 'authors', 'embedding', 'tldr', 'textAvailability'],
] as const

/** A paper as Semantic Scholar writes it, in the order of its own answers, with the asked fields alone. */
export function semanticScholarPaper(work: WorldWork, origin: string, fields: ReadonlySet<string>): Paper {
  const { ids, record } = work
  const { title, authors, year, abstract } = asSeenBy('semanticscholar', work)
  const pdf = pdfOf(work, origin)
  const whole: { [field: string]: unknown } = {
    paperId: ids.s2,
    externalIds: {
      ...(ids.arxiv === undefined ? {} : { ArXiv: ids.arxiv }),
      ...(ids.pmcid === undefined ? {} : { PubMedCentral: ids.pmcid.slice(3) }),
      ...(doiOf(work) === undefined ? {} : { DOI: doiOf(work) }),
      CorpusId: ids.corpusId,
      ...(ids.pmid === undefined ? {} : { PubMed: ids.pmid }),
    },
    corpusId: ids.corpusId,
    publicationVenue: null,
    url: `https://www.semanticscholar.org/paper/${ids.s2}`,
    title,
    abstract: abstract ?? null,
    venue: record.venue ?? '',
    year: year ?? null,
    referenceCount: work.references.length,
    citationCount: record.citedByCount ?? work.citedBy.length,
    influentialCitationCount: 0,
    isOpenAccess: pdf !== null,
    openAccessPdf: pdf === null ? { url: '', status: null, license: null } : { url: pdf, status: 'GREEN', license: null },
    fieldsOfStudy: ['Computer Science'],
    s2FieldsOfStudy: [{ category: 'Computer Science', source: 'external' }],
    publicationTypes:
      record.type === 'review'
        ? ['Review']
        : record.type === 'conference-paper'
          ? ['JournalArticle', 'Conference']
          : record.type === 'preprint'
            ? null
            : ['JournalArticle'],
    publicationDate:
      year === undefined || happens(20, `s2 date:${work.key}`)
        ? null
        : `${year}-${String(1 + numberFrom(`month:${work.key}`, 12)).padStart(2, '0')}-01`,
    journal:
      record.venue === undefined
        ? null
        : {
            name: record.venue,
            ...(record.pages === undefined ? {} : { pages: record.pages }),
            ...(record.volume === undefined ? {} : { volume: record.volume }),
          },
    citationStyles: {
      bibtex: `@Article{${work.file},\n author = {${authors.map(spokenName).join(' and ')}},\n title = {${title}},\n year = {${year ?? ''}}\n}\n`,
    },
    authors: authors.map((author) => ({
      authorId: String(1_000_000 + numberFrom(`s2 author:${spokenName(author)}`, 200_000_000)),
      name: spokenName(author),
    })),
    embedding: null,
    tldr: null,
    textAvailability: abstract === undefined ? 'none' : pdf === null ? 'abstract' : 'fulltext',
  }
  return Object.fromEntries(Object.entries(whole).filter(([field]) => fields.has(field)))
}

/** What a work cites, in its order: papers, and titles without a paperId. */
export function citedPapers(corpus: Corpus, work: WorldWork, origin: string, fields: ReadonlySet<string>): readonly Paper[] {
  return work.references.map((reference, index) => {
    const cited = 'key' in reference ? corpus.byKey.get(reference.key) : undefined
    if (cited === undefined || !cited.foundIn.has('semanticscholar') || happens(UNRESOLVED, `s2 reference:${work.key}:${index}`))
      return unresolved(cited?.record.title ?? citationOf(corpus, reference satisfies WorldReference), fields)
    return semanticScholarPaper(cited, origin, fields)
  })
}

/** The papers that cite a work, the youngest first. */
export function citingPapers(corpus: Corpus, work: WorldWork, origin: string, fields: ReadonlySet<string>): readonly Paper[] {
  return work.citedBy
    .flatMap((key) => {
      const citing = corpus.byKey.get(key)
      return citing?.foundIn.has('semanticscholar') === true ? [citing] : []
    })
    .sort((a, b) => (b.record.year ?? 0) - (a.record.year ?? 0))
    .map((citing) =>
      happens(UNRESOLVED, `s2 citation:${work.key}:${citing.key}`)
        ? unresolved(citing.record.title, fields)
        : semanticScholarPaper(citing, origin, fields),
    )
}

function unresolved(title: string, fields: ReadonlySet<string>): Paper {
  const empty = Object.fromEntries([...fields].map((field) => [field, field === 'authors' ? [] : field === 'venue' ? '' : null]))
  return { ...empty, paperId: null, ...(fields.has('title') ? { title } : {}) }
}

function doiOf({ ids }: WorldWork): string | undefined {
  return ids.doi ?? (ids.arxiv === undefined ? undefined : `10.48550/arXiv.${ids.arxiv}`)
}

function pdfOf(work: WorldWork, origin: string): string | null {
  return (
    openCopyUrls(work, origin).pdf ??
    (work.ids.arxiv === undefined || happens(30, `s2 pdf:${work.key}`) ? null : `${origin}/arxiv/pdf/${work.ids.arxiv}`)
  )
}
