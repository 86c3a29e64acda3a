import type { Corpus } from './corpus.ts'
import { jatsArticle } from './paper-jats.ts'
import { paperPdf } from './paper-pdf.ts'
import { text, type WorldAnswer, type WorldRequest } from './world-exchange.ts'
import type { WorldWork } from './world-work.ts'
import { xml } from './xml-text.ts'

/** The full texts: /<file>.pdf, /<file>.xml (JATS) and the landing page /<file>.html. */
export function files(corpus: Corpus, { path, origin }: WorldRequest): WorldAnswer {
  const [, file, kind] = /^\/(\w+)\.(pdf|xml|html)$/.exec(path) ?? []
  const work = corpus.works.find((candidate) => candidate.file === file)
  if (work === undefined || work.record.abstract === undefined)
    return text('<html><body><h1>Not Found</h1></body></html>', 'text/html', 404)
  if (kind === 'pdf') return { status: 200, headers: { 'content-type': 'application/pdf' }, body: paperPdf(corpus, work) }
  if (kind === 'xml') return text(`<?xml version="1.0" encoding="UTF-8"?>\n${jatsArticle(corpus, work)}`, 'application/xml; charset=utf-8')
  return text(landingPage(work, origin), 'text/html; charset=utf-8')
}

function landingPage(work: WorldWork, origin: string): string {
  const { title, abstract = '' } = work.record
  const pdf = `${origin}/files/${work.file}.pdf`
  return `<!doctype html>
<html lang="en"><head><title>${xml(title)}</title>
<meta name="citation_title" content="${xml(title)}"><meta name="citation_pdf_url" content="${pdf}"></head>
<body><nav>Journals Books Log in</nav><h1>${xml(title)}</h1><h2>Abstract</h2><p>${xml(abstract)}</p><p><a href="${pdf}">Download PDF</a></p></body></html>
`
}

/** Address of a work's open copy, by what it is; null where there is none. */
export function openCopyUrls(
  { openCopy, file }: WorldWork,
  origin: string,
): { readonly pdf: string | null; readonly landing: string | null } {
  const address = `${origin}/files/${file}`
  return { pdf: openCopy === 'pdf' ? `${address}.pdf` : null, landing: openCopy === 'closed' ? null : `${address}.html` }
}
