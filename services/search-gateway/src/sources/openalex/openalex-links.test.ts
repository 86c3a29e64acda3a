import { describe, expect, it } from 'vitest'
import { openAccessLinks } from './openalex-links.ts'

const open = (parts: { readonly pdf_url?: unknown; readonly landing_page_url?: unknown }) => ({ is_oa: true, pdf_url: null, ...parts })
const pdf = (url: string) => ({ url, kind: 'pdf' })
const landing = (url: string) => ({ url, kind: 'landing' })

describe('openAccessLinks', () => {
  it.each([
    { name: 'none', work: {}, out: [] },
    {
      name: 'a closed work',
      work: { open_access: { oa_url: null }, primary_location: { is_oa: false, pdf_url: 'https://a/x.pdf' } },
      out: [],
    },
    {
      name: 'the best PDF first, then other PDFs, then oa_url, then landing pages; each once',
      work: {
        best_oa_location: open({ pdf_url: 'https://a/best.pdf', landing_page_url: 'https://a/best' }),
        primary_location: open({ landing_page_url: 'https://a/primary' }),
        locations: [
          open({ landing_page_url: 'https://a/primary' }),
          open({ pdf_url: 'https://a/other.pdf', landing_page_url: 'https://a/other' }),
          open({ pdf_url: 'https://a/best.pdf', landing_page_url: 'https://a/best' }),
          { is_oa: false, pdf_url: 'https://a/closed.pdf', landing_page_url: 'https://a/closed' },
        ],
        open_access: { oa_url: 'https://a/oa' },
      },
      out: [
        pdf('https://a/best.pdf'),
        pdf('https://a/other.pdf'),
        landing('https://a/oa'),
        landing('https://a/best'),
        landing('https://a/primary'),
        landing('https://a/other'),
      ],
    },
    {
      name: 'an oa_url that is a landing page',
      work: { open_access: { oa_url: 'https://www.osti.gov/biblio/1329576' } },
      out: [landing('https://www.osti.gov/biblio/1329576')],
    },
    { name: 'an oa_url that ends like a PDF', work: { open_access: { oa_url: 'https://a/x.PDF' } }, out: [pdf('https://a/x.PDF')] },
    { name: 'with a query', work: { open_access: { oa_url: 'https://a/x.pdf?dl=1' } }, out: [pdf('https://a/x.pdf?dl=1')] },
    { name: 'with a fragment', work: { open_access: { oa_url: 'https://a/x.pdf#p2' } }, out: [pdf('https://a/x.pdf#p2')] },
    {
      name: 'in a folder of PDFs',
      work: { open_access: { oa_url: 'https://arxiv.org/pdf/2301.00001' } },
      out: [pdf('https://arxiv.org/pdf/2301.00001')],
    },
    { name: 'at the end of the path', work: { open_access: { oa_url: 'https://a/1/pdf' } }, out: [pdf('https://a/1/pdf')] },
    { name: "Wiley's", work: { open_access: { oa_url: 'https://a/doi/pdfdirect/10.1/x' } }, out: [pdf('https://a/doi/pdfdirect/10.1/x')] },
    { name: 'a word that begins like it', work: { open_access: { oa_url: 'https://a/pdfs' } }, out: [landing('https://a/pdfs')] },
    { name: 'an ending inside a name', work: { open_access: { oa_url: 'https://a/x.pdfx' } }, out: [landing('https://a/x.pdfx')] },
    {
      name: 'what is no web address',
      work: { best_oa_location: open({ pdf_url: 'ftp://a/x.pdf', landing_page_url: 'https://a/x.html>,' }) },
      out: [],
    },
    {
      name: 'PubMed has no texts, PubMed Central has',
      work: {
        locations: [
          open({ landing_page_url: 'https://pubmed.ncbi.nlm.nih.gov/1' }),
          open({ landing_page_url: 'https://www.ncbi.nlm.nih.gov/pmc/articles/1' }),
        ],
      },
      out: [landing('https://www.ncbi.nlm.nih.gov/pmc/articles/1')],
    },
    {
      name: 'eight, not nine',
      work: { locations: Array.from({ length: 9 }, (_, n) => open({ pdf_url: `https://a/${n}.pdf` })) },
      out: Array.from({ length: 8 }, (_, n) => pdf(`https://a/${n}.pdf`)),
    },
  ])('$name', ({ work, out }) => {
    expect(openAccessLinks(work)).toEqual(out)
  })
})
