import type { QuoteCheck } from '@winnow/contracts/entities/evidence.ts'
import { type ClaimCluster, claimClusters } from '@winnow/domain/clusters.ts'
import type { Corpus } from '@winnow/domain/corpus.ts'
import { diversityReport } from '@winnow/domain/diversity.ts'
import { usableEvidence } from '@winnow/domain/evidence-owner.ts'
import type { RunState } from '@winnow/domain/state.ts'
import { type CitationNumbers, documentMark } from '../citation-numbers.ts'
import { bullets, counted, escapeMarkdown, section, shortened, table } from '../markdown-text.ts'
import { decimal, percent } from '../numbers.ts'

/** Weakly supported claims that the report lists; the rest is counted and stands in evidence.jsonl. */
export const listedClaims = 25
/** A claim is shown up to this many characters. */
const claimLength = 240

const quoteChecks: readonly QuoteCheck[] = ['verified', 'refused', 'unchecked', 'short']

/** How good the evidence is: items, quotes, and the claims that are weakly supported (spec §9). */
export function evidenceQuality(state: RunState, corpus: Corpus, numbers: CitationNumbers): string {
  const items = usableEvidence(state)
  if (items.length === 0) return section(2, 'Evidence quality', ['There is no evidence that counts.'])
  const clusters = claimClusters(items)
  const weak = clusters.filter((cluster) => cluster.weak)
  const documents = new Set(items.map((item) => item.documentId)).size
  const checks = quoteChecks.map((check) => `${items.filter((item) => item.quoteCheck === check).length} ${check}`)
  const listed = weak.slice(0, listedClaims)
  return section(2, 'Evidence quality', [
    `${counted(items.length, 'evidence item')} from ${counted(documents, 'document')} make ${counted(clusters.length, 'distinct claim')}. Quotes: ${checks.join(', ')}.`,
    `${counted(weak.length, 'claim is', 'claims are')} weakly supported: fewer than two documents support them, or their strongest item is below 0.50.`,
    table(
      ['Weakly supported claim', 'Subquestion', 'Strongest', 'Supporting', 'Documents'],
      listed.map((cluster) => [
        escapeMarkdown(shortened(claimOf(corpus, cluster), claimLength)),
        cluster.subquestionId,
        decimal(cluster.strongest),
        cluster.supporting,
        cluster.documents.map((id) => documentMark(state, numbers, id)).join(' '),
      ]),
    ),
    weak.length > listed.length ? `${weak.length - listed.length} more stand in evidence.jsonl.` : '',
  ])
}

function claimOf(corpus: Corpus, cluster: ClaimCluster): string {
  return cluster.evidenceIds.flatMap((id) => corpus.evidence.get(id)?.claim ?? [])[0] ?? cluster.key
}

/** How varied the documents behind the evidence are, and whether it rests on too few of them (spec §9). */
export function diversitySection(state: RunState, numbers: CitationNumbers): string {
  const evidence = usableEvidence(state)
  if (state.request === null || evidence.length === 0) return ''
  const report = diversityReport(evidence, state.request.asOf)
  const { topDocument, topGroup } = report
  const verdict = report.concentrated
    ? `The evidence is concentrated: ${report.reasons.join(', ')}.`
    : 'The evidence is not concentrated on few documents or authors.'
  return section(2, 'Source diversity', [
    verdict,
    bullets([
      `${counted(report.documents, 'document')} contributed ${counted(report.items, 'evidence item')}`,
      `${counted(report.firstAuthors, 'distinct first author')}, ${counted(report.venues, 'distinct venue')}`,
      ...(topDocument === null
        ? []
        : [`top document: ${documentMark(state, numbers, topDocument.documentId)} with ${percent(topDocument.share)} of the evidence`]),
      ...(topGroup === null
        ? []
        : [
            `top author group: ${topGroup.documentIds.map((id) => documentMark(state, numbers, id)).join(' ')} with ${percent(topGroup.share)} of the evidence`,
          ]),
      `preprints ${percent(report.preprintShare)}, grey literature ${percent(report.greyShare)} of the documents`,
      `median year ${report.medianYear ?? 'unknown'}; ${percent(report.recentShare)} from the last three years`,
    ]),
  ])
}
