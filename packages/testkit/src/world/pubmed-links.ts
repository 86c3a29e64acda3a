import { type Corpus, lookUp } from './corpus.ts'
import { ANY_WORD, queryTokens, rank } from './search-index.ts'
import { json, text, type WorldAnswer } from './world-exchange.ts'
import type { WorldWork } from './world-work.ts'
import { xml } from './xml-text.ts'

const MOST_SIMILAR = 20

interface LinkSet {
  readonly ids: readonly string[]
  readonly links: readonly { readonly name: string; readonly db: string; readonly to: readonly string[] }[]
}

/** elink: one link set for each `id` parameter; comma-joined ids are merged in one. A link name without links is left out. */
export function elink(corpus: Corpus, query: URLSearchParams): WorldAnswer {
  const lists = query
    .getAll('id')
    .map((list) =>
      list
        .split(',')
        .map((id) => id.trim())
        .filter((id) => id !== ''),
    )
    .filter((list) => list.length > 0)
  if (lists.length === 0) return xmlLinks('<ERROR>Empty id list - nothing todo</ERROR>')
  const asked =
    query.get('linkname')?.split(',') ??
    (query.get('db') === 'pmc' ? ['pubmed_pmc'] : ['pubmed_pubmed', 'pubmed_pubmed_citedin', 'pubmed_pubmed_refs'])
  const sets = lists.map((ids): LinkSet => {
    const works = ids.flatMap((id) => lookUp(corpus, 'pubmed', `pmid:${id}`) ?? [])
    const links = asked.map((name) => ({
      name,
      db: name === 'pubmed_pmc' ? 'pmc' : 'pubmed',
      to: [...new Set(works.flatMap((work) => linksOf(corpus, work, name)))],
    }))
    return { ids, links: links.filter(({ to }) => to.length > 0) }
  })
  return query.get('retmode') === 'json' ? jsonLinks(sets) : xmlLinks(sets.map(linkSet).join('\n'))
}

/** Ids that a link name leads to: references and citing articles in PubMed (the latter from PMC alone), similar articles, the PMC copy. */
function linksOf(corpus: Corpus, work: WorldWork, name: string): readonly string[] {
  const pmidOf = (key: string) => corpus.byKey.get(key)?.ids.pmid ?? []
  switch (name) {
    case 'pubmed_pubmed_refs':
      return work.references.flatMap((reference) => ('key' in reference ? pmidOf(reference.key) : []))
    case 'pubmed_pubmed_citedin':
      return work.citedBy.filter((key) => corpus.byKey.get(key)?.ids.pmcid !== undefined).flatMap(pmidOf)
    case 'pubmed_pubmed':
      return similar(corpus, work)
    case 'pubmed_pmc':
      return work.ids.pmcid === undefined ? [] : [work.ids.pmcid.slice(3)]
    default:
      return []
  }
}

function similar(corpus: Corpus, { record }: WorldWork): readonly string[] {
  const index = corpus.indexes.get('pubmed')
  if (index === undefined) return []
  return rank(index, queryTokens(record.title), ANY_WORD, () => true)
    .slice(0, MOST_SIMILAR)
    .flatMap(({ entry }) => entry.work.ids.pmid ?? [])
}

function linkSet({ ids, links }: LinkSet): string {
  const shown = links.map(
    ({ name, db, to }) =>
      `\t<LinkSetDb>\n\t\t<DbTo>${db}</DbTo>\n\t\t<LinkName>${xml(name)}</LinkName>\n${to.map((id) => `\t\t<Link>\n\t\t\t<Id>${id}</Id>\n\t\t</Link>\n`).join('')}\t</LinkSetDb>\n`,
  )
  return `<LinkSet>\n\t<DbFrom>pubmed</DbFrom>\n\t<IdList>\n${ids.map((id) => `\t\t<Id>${xml(id)}</Id>\n`).join('')}\t</IdList>\n${shown.join('')}</LinkSet>`
}

function xmlLinks(content: string): WorldAnswer {
  const type =
    '<!DOCTYPE eLinkResult PUBLIC "-//NLM//DTD elink 20101123//EN" "https://eutils.ncbi.nlm.nih.gov/eutils/dtd/20101123/elink.dtd">'
  return text(`<?xml version="1.0" encoding="UTF-8" ?>\n${type}\n<eLinkResult>\n${content}\n</eLinkResult>\n`, 'text/xml; charset=UTF-8')
}

function jsonLinks(sets: readonly LinkSet[]): WorldAnswer {
  return json({
    header: { type: 'elink', version: '0.3' },
    linksets: sets.map(({ ids, links }) => ({
      dbfrom: 'pubmed',
      ids,
      ...(links.length === 0 ? {} : { linksetdbs: links.map(({ name, db, to }) => ({ dbto: db, linkname: name, links: to })) }),
    })),
  })
}
