import { describe, expect, test } from 'vitest'
import { pubmed } from './pubmed.ts'
import { ask, bodyOf, soilCorpus, someWork, worksOf } from './testing-corpus.ts'

const corpus = soilCorpus(120)
const all = worksOf(corpus, 'pubmed')
const utils = '/entrez/eutils'
interface Hits {
  readonly esearchresult: {
    readonly count: string
    readonly retmax: string
    readonly retstart: string
    readonly idlist: readonly string[]
    readonly errorlist?: unknown
    readonly ERROR?: string
  }
}
const search = (term: string, more = '') =>
  bodyOf<Hits>(ask(pubmed, corpus, `${utils}/esearch.fcgi?db=pubmed&retmode=json&retmax=500&term=${encodeURIComponent(term)}${more}`))
    .esearchresult
const fetched = (query: string) => String(ask(pubmed, corpus, `${utils}/efetch.fcgi?${query}`).body)
const pmids = (body: string) => [...body.matchAll(/<MedlineCitation[^>]*><PMID Version="1">(\d+)</g)].map((match) => match[1])
const work = someWork(corpus, ({ ids, openCopy }) => ids.pmcid !== undefined && openCopy === 'pdf')
const closed = someWork(corpus, ({ ids, openCopy }) => ids.pmcid !== undefined && openCopy === 'closed')

describe('esearch', () => {
  test('tags, brackets and operators', () => {
    const every = search('soil').idlist
    expect(every.length).toBe(all.length)
    expect(search('alpha AND omega').count).toBe('0')
    expect(Number(search('alpha[tiab] OR omega[tiab]').count)).toBe(Number(search('alpha').count) + Number(search('omega').count))
    expect(search('soil[MeSH Terms] NOT water[tiab]').count).toBe('0')
    expect(search('pots[ti]').count).toBe('0')
    expect(search(`Family1 AB[au]`).idlist).toEqual(search('Family1[Author]').idlist)
    expect(Number(search('review[pt]').count)).toBe(all.filter(({ record }) => record.type === 'review').length)
    expect(search('soil AND english[la]').count).toBe(String(all.length))
    expect(search('soil AND french[la]').count).toBe('0')
    expect(Number(search('soil AND hasabstract').count)).toBeLessThan(all.length)
  })
  test('years as tag, as range in two spellings, and as parameters', () => {
    const of = (from: number, to: number) => all.filter(({ record: { year = 0 } }) => year >= from && year <= to).length
    expect(search('2004[dp]').count).toBe(String(of(2004, 2004)))
    expect(search('soil AND 2004:2010[dp]').count).toBe(String(of(2004, 2010)))
    expect(search('soil AND ("2004"[Date - Publication] : "2010"[Date - Publication])').count).toBe(String(of(2004, 2010)))
    expect(search('soil', '&datetype=pdat&mindate=2004&maxdate=2010').count).toBe(String(of(2004, 2010)))
    expect(search('soil', '&datetype=pdat&mindate=2004').count).toBe(String(all.length))
  })
  test('numbers are texts, ids come newest first unless sorted by relevance, page by page', () => {
    const newest = search('soil').idlist
    expect(newest).toEqual([...newest].sort((a, b) => Number(b) - Number(a)))
    expect(search('alpha soil', '&sort=relevance').idlist).not.toEqual(search('alpha soil').idlist)
    const page = bodyOf<Hits>(
      ask(pubmed, corpus, `${utils}/esearch.fcgi?db=pubmed&retmode=json&term=soil&retmax=3&retstart=2`),
    ).esearchresult
    expect(page).toMatchObject({ count: String(all.length), retmax: '3', retstart: '2', idlist: newest.slice(2, 5) })
  })
  test('nothing found: no error, and a list of what was not found', () => {
    expect(search('volcano')).toMatchObject({ count: '0', idlist: [], errorlist: { phrasesnotfound: ['volcano'] } })
    expect(search('alpha[tiab] AND the omega')).not.toHaveProperty('errorlist')
    expect(search('soil AND (volcano OR lava[ti])')).toMatchObject({ count: '0', errorlist: { phrasesnotfound: ['volcano', 'lava'] } })
    expect(String(ask(pubmed, corpus, `${utils}/esearch.fcgi?db=pubmed&term=alpha+omega`).body)).not.toContain('ErrorList')
    const xml = String(ask(pubmed, corpus, `${utils}/esearch.fcgi?db=pubmed&term=volcano`).body)
    expect(xml).toContain('<Count>0</Count><RetMax>0</RetMax><RetStart>0</RetStart><IdList/>')
    expect(xml).toContain('<PhraseNotFound>volcano</PhraseNotFound>')
  })
  test('by identifier, in XML and by POST', () => {
    expect(search(`"${work.ids.doi}"[doi]`).idlist).toEqual([work.ids.pmid])
    expect(search(`${work.ids.pmid}[uid] OR ${closed.ids.pmid}[pmid]`).idlist.length).toBe(2)
    const body = `db=pubmed&retmode=xml&term=${encodeURIComponent(`${work.ids.doi}[aid]`)}`
    expect(String(ask(pubmed, corpus, `${utils}/esearch.fcgi`, { method: 'POST', body }).body)).toContain(`<Id>${work.ids.pmid}</Id>`)
  })
  test('another work for a DOI when the index is mixed up, words are safe', () => {
    const mixed = (term: string) =>
      bodyOf<Hits>(
        ask(pubmed, corpus, `${utils}/esearch.fcgi?retmode=json&retmax=500&term=${encodeURIComponent(term)}`, { wrongWork: true }),
      ).esearchresult.idlist
    expect(mixed(`"${work.ids.doi}"[doi]`).length).toBe(1)
    expect(mixed(`"${work.ids.doi}"[doi]`)).not.toEqual([work.ids.pmid])
    expect(mixed('soil')).toEqual(search('soil').idlist)
  })
  test('a term that cannot be read is taken as words', () => {
    expect(search('(soil AND "water').idlist).toEqual(search('soil water').idlist)
  })
  test.each([
    ['no term', 'db=pubmed', /Empty term/],
    ['another database', 'db=nothing&term=soil', /Invalid db name specified: nothing/],
    ['too far', 'db=pubmed&term=soil&retstart=9999', /retstart/],
  ])('an error has status 200: %s', (_, query, said) => {
    const json = ask(pubmed, corpus, `${utils}/esearch.fcgi?retmode=json&${query}`)
    expect(json.status).toBe(200)
    expect(bodyOf<Hits>(json).esearchresult.ERROR).toMatch(said)
    const xml = ask(pubmed, corpus, `${utils}/esearch.fcgi?${query}`)
    expect(xml.status).toBe(200)
    expect(String(xml.body)).toMatch(/<eSearchResult><ERROR>/)
  })
  test('the last reachable hit is no error', () => {
    expect(search('soil', '&retstart=9998').ERROR).toBeUndefined()
  })
})

describe('efetch', () => {
  test('records by id, unknown ones left out, an empty set for none', () => {
    expect(pmids(fetched(`db=pubmed&retmode=xml&id=${closed.ids.pmid},1,${work.ids.pmid}`))).toEqual([closed.ids.pmid, work.ids.pmid])
    const none = fetched('db=pubmed&id=1')
    expect(none).toMatch(/<PubmedArticleSet>\s*<\/PubmedArticleSet>/)
    expect(fetched('db=pubmed')).toContain('<ERROR>')
  })
  test('a record: its own ids apart from those of its references', () => {
    const body = fetched(`db=pubmed&id=${work.ids.pmid}`)
    expect(body).toContain(`<ELocationID EIdType="doi" ValidYN="Y">${work.ids.doi}</ELocationID>`)
    expect(body).toContain(`<ArticleId IdType="pmc">${work.ids.pmcid}</ArticleId>`)
    expect(body).toContain('<CollectiveName>The Soil Group')
    expect(body).toMatch(/<ForeName>(?:Ada Maria|A M)<\/ForeName><Initials>AM<\/Initials>/)
    expect(body).toContain('<ReferenceList><Reference><Citation>')
  })
  test('an article of PMC in JATS; without its body when it is closed; a reply for an unknown one', () => {
    const open = fetched(`db=pmc&id=${work.ids.pmcid}`)
    for (const title of ['Introduction', 'Related Work', 'Methods', 'Results', 'References'])
      expect(open).toContain(`<title>${title}</title>`)
    expect(fetched(`db=pmc&id=${work.ids.pmcid?.slice(3)}`)).toBe(open)
    expect(fetched(`db=pmc&id=${closed.ids.pmcid}`)).toMatch(/does not allow downloading/)
    expect(fetched(`db=pmc&id=${closed.ids.pmcid}`)).not.toContain('<body>')
    expect(fetched('db=pmc&id=PMC1')).toContain('<Reply Id="PMC1" error="The following PMCID is not available: PMC1"/>')
  })
})

describe('elink', () => {
  const linked = (query: string) => String(ask(pubmed, corpus, `${utils}/elink.fcgi?dbfrom=pubmed&db=pubmed&${query}`).body)
  const links = (body: string) => [...body.matchAll(/<Link>\s*<Id>(\d+)<\/Id>/g)].map((match) => match[1])
  const citing = someWork(
    corpus,
    ({ ids, references }) =>
      ids.pmid !== undefined &&
      references.some((reference) => 'key' in reference && corpus.byKey.get(reference.key)?.ids.pmid !== undefined),
  )
  test('references, and citing articles that are in PMC', () => {
    const cited = links(linked(`linkname=pubmed_pubmed_refs&id=${citing.ids.pmid}`))
    expect(cited.length).toBeGreaterThan(0)
    for (const pmid of cited) {
      const back = links(linked(`linkname=pubmed_pubmed_citedin&id=${pmid}`))
      expect(back.includes(citing.ids.pmid)).toBe(citing.ids.pmcid !== undefined)
    }
  })
  test('one set for each id, one set for comma-joined ids, none of links where there are none', () => {
    const sets = (query: string) => linked(query).split('<LinkSet>').length - 1
    expect(sets(`id=${work.ids.pmid}&id=${closed.ids.pmid}`)).toBe(2)
    expect(sets(`id=${work.ids.pmid},${closed.ids.pmid}`)).toBe(1)
    expect(linked('linkname=pubmed_pubmed_refs&id=1')).not.toContain('LinkSetDb')
    expect(ask(pubmed, corpus, `${utils}/elink.fcgi?dbfrom=pubmed`).status).toBe(200)
    expect(linked('')).toContain('<ERROR>')
  })
  test('the PMC copy, similar articles, and JSON', () => {
    expect(links(linked(`linkname=pubmed_pmc&id=${work.ids.pmid}`))).toEqual([work.ids.pmcid?.slice(3)])
    expect(links(linked(`linkname=pubmed_pubmed&id=${work.ids.pmid}`)).length).toBe(20)
    const json = ask(pubmed, corpus, `${utils}/elink.fcgi?dbfrom=pubmed&db=pmc&retmode=json&id=${work.ids.pmid}`)
    expect(bodyOf(json)).toMatchObject({
      linksets: [{ ids: [work.ids.pmid], linksetdbs: [{ dbto: 'pmc', linkname: 'pubmed_pmc', links: [work.ids.pmcid?.slice(3)] }] }],
    })
  })
})

test('another utility is not there', () => {
  expect(ask(pubmed, corpus, `${utils}/nothing.fcgi`).status).toBe(404)
})
