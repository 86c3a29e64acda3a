import rehypeSanitize, { defaultSchema } from 'rehype-sanitize'
import rehypeStringify from 'rehype-stringify'
import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import remarkRehype from 'remark-rehype'
import { unified } from 'unified'
import { contents } from './html/contents.ts'
import { linkedCitations } from './html/linked-citations.ts'
import { pageStyle } from './html/page-style.ts'
import { rawHtmlAsText } from './html/raw-html-as-text.ts'
import { safeLinks } from './html/safe-links.ts'

/** The page's Content-Security-Policy: nothing is loaded and nothing runs; the one style sheet is in the page. */
export const htmlReportPolicy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"

const schema: typeof defaultSchema = {
  ...defaultSchema,
  clobberPrefix: '',
  protocols: { ...defaultSchema.protocols, href: ['http', 'https', 'mailto'] },
}

/**
 * report.html: a report in Markdown as one page that stands alone (spec §12). Whatever the Markdown holds, nothing in the
 * page runs, and links lead to http, https, mailto or into the page (PBR-022). `language` is a BCP 47 tag.
 */
export function htmlReport(markdown: string, page: { readonly title: string; readonly language: string }): string {
  return `<!doctype html>
<html lang="${escapeHtml(page.language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${htmlReportPolicy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${escapeHtml(page.title)}</title>
<style>
${pageStyle}</style>
</head>
<body>
<main>
${htmlFragment(markdown)}
</main>
</body>
</html>
`
}

/** Markdown as safe HTML without the page around it. */
export function htmlFragment(markdown: string): string {
  return unified()
    .use(remarkParse)
    .use(remarkGfm)
    .use(rawHtmlAsText)
    .use(remarkRehype, { clobberPrefix: '' })
    .use(rehypeSanitize, schema)
    .use(safeLinks)
    .use(linkedCitations)
    .use(contents)
    .use(rehypeStringify)
    .processSync(markdown)
    .toString()
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
