import { documentText } from '@winnow/domain/document-text.ts'
import { withoutEscapes } from '@winnow/domain/evaluation/report/report-blocks.ts'
import type { CitedWork } from '@winnow/domain/evaluation/report/report-metrics.ts'
import { usableEvidence } from '@winnow/domain/evidence-owner.ts'
import { liveDocuments } from '@winnow/domain/live-documents.ts'
import { addressOf } from '@winnow/domain/web-address.ts'
import { documentRecord } from '@winnow/report/document-record.ts'
import { referenceEntry } from '@winnow/report/sections/references.ts'
import type { LoadedRun } from '@winnow/runs/load-run.ts'
import { normaliseTitle } from '@winnow/text/normalise.ts'

/**
 * The works of the run that a report's list of references names, by number: found by the entry as this version writes it, else
 * by its address, else by its title. `texts` are those that evidence was read from, `passages` those shown to who answered.
 * An entry that fits no document of the run has none.
 * `named` are the items of evidence that the stored report names; of a work with none of these, all of its evidence counts as cited.
 */
export function citedWorks(
  references: ReadonlyMap<number, string>,
  run: LoadedRun,
  texts: ReadonlyMap<string, string>,
  passages: ReadonlyMap<string, readonly string[]>,
  named: ReadonlySet<string>,
): ReadonlyMap<number, CitedWork> {
  const find = documentFinder(run)
  const evidence = Map.groupBy(usableEvidence(run.state), ({ documentId }) => documentId)
  const works = new Map<number, CitedWork>()
  for (const [number, entry] of references) {
    const documentId = find(entry)
    if (documentId === null) continue
    const own = evidence.get(documentId) ?? []
    const anyNamed = own.some(({ evidenceId }) => named.has(evidenceId))
    works.set(number, {
      documentId,
      year: run.state.documents[documentId]?.features.year ?? null,
      evidence: own.flatMap(({ evidenceId, quoteCheck }) => {
        const item = run.corpus.evidence.get(evidenceId)
        if (item === undefined) return []
        const { claim, quote, textHash } = item
        const cited = !anyNamed || named.has(evidenceId)
        return [{ evidenceId, claim, quote, quoteCheck, textRead: texts.get(textHash) ?? null, cited }]
      }),
      passages: passages.get(documentId) ?? [],
    })
  }
  return works
}

/** Finds the document that an entry of a list of references is of; null when it is of none, or could be of several. */
function documentFinder(run: LoadedRun): (entry: string) => string | null {
  const material = { runId: run.runId, state: run.state, corpus: run.corpus, content: null, abstracts: new Map<string, string>() }
  const entries = new Map<string, string>()
  const addresses = new Map<string, Set<string>>()
  const titles = new Map<string, Set<string>>()
  const add = (to: Map<string, Set<string>>, key: string, documentId: string) => {
    if (key !== '') to.set(key, (to.get(key) ?? new Set()).add(documentId))
  }
  for (const { documentId } of liveDocuments(run.state)) {
    if (documentText(run.state, run.corpus, documentId) === undefined) continue
    const record = documentRecord(material, documentId)
    entries.set(withoutEscapes(referenceEntry(material, documentId)), documentId)
    add(addresses, addressOf(record.ids, record.url) ?? '', documentId)
    add(titles, normaliseTitle(record.title), documentId)
  }
  const only = (ids: ReadonlySet<string> | undefined) => (ids?.size === 1 ? ([...ids][0] ?? null) : null)
  return (entry) => {
    const known = entries.get(entry)
    if (known !== undefined) return known
    const address = /<(https?:[^\s>]+)>/.exec(entry)?.[1]
    const byAddress = address === undefined ? null : only(addresses.get(address))
    if (byAddress !== null) return byAddress
    // Authors and year stand before the title, venue and address after it: the longest title that stands in the entry is meant.
    const plain = normaliseTitle(entry)
    const standing = [...titles.keys()].filter((title) => standsIn(title, plain)).sort((a, b) => b.length - a.length)
    return only(titles.get(standing[0] ?? ''))
  }
}

/** A title with fewer words stands in entries of other works too (spec §4 asks for as many of a title that is to tell a work). */
const tellingWords = 3

/** Whether an entry is a title, or has one that tells a work. Both are normalised. */
function standsIn(title: string, entry: string): boolean {
  return entry === title || (title.split(' ').length >= tellingWords && ` ${entry} `.includes(` ${title} `))
}
