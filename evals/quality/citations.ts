import { checkSupport, type KnownText, type SupportCheck } from '@winnow/domain/citation-support-lexical.ts'
import { contentTokens } from '@winnow/domain/same-words.ts'
import { buildIndex, search } from '@winnow/text/bm25.ts'
import { searchTerms } from '@winnow/text/search-terms.ts'
import { tokenise } from '@winnow/text/tokens.ts'
import { changedNumber, flippedDirection } from './corrupted-sentences.ts'
import { f1Interval, wilsonInterval } from './intervals.ts'
import type { Measurement, Metric } from './measurement.ts'
import type { QualityBench } from './quality-bench.ts'
import { type Abstract, asEvidence, type CitedClaim, citedClaims, scifactAbstracts } from './scifact-claims-data.ts'

/** A claim is swapped with the abstract so many places further in its split: a fixed number that is no divisor of the sizes. */
const swapDistance = 97
/** From this share of its content words in the abstract on a claim is supported, for the peer: what Winnow did before. */
const overlapFrom = 0.6

/** The citation check without a model, on SciFact: labelled claims, and right citations made wrong. */
export const citations: QualityBench = {
  name: 'citations',
  summary: 'the citation check by words alone, on SciFact claims and on corrupted citations',
  measure: async ({ data, quick }) => {
    const abstracts = scifactAbstracts(data)
    const nearest = nearestAbstract(abstracts)
    const splits = quick ? (['dev'] as const) : (['train', 'dev'] as const)
    return splits.flatMap((split) => {
      const claims = citedClaims(data, abstracts, split)
      const use = split === 'train' ? ('tuned' as const) : ('held-out' as const)
      return [
        { set: `scifact ${split}: claims`, use, ...labelled(claims) },
        { set: `scifact ${split}: corrupted`, use, ...corrupted(claims, nearest) },
      ]
    })
  },
}

type Measured = Omit<Measurement, 'set' | 'use'>

/** The labels against the verdicts, in contrasts of one class each and all together. */
function labelled(claims: readonly CitedClaim[]): Measured {
  const started = performance.now()
  const checks = claims.map(({ claim, abstract }) => checkSupport(claim, asEvidence(abstract)))
  const swaps = claims.flatMap((cited, place) => (cited.label === 'SUPPORT' ? [checkSupport(cited.claim, swapped(claims, place))] : []))
  const seconds = (performance.now() - started) / 1000
  const of = (label: CitedClaim['label']) => checks.filter((_, place) => claims[place]?.label === label)
  const right = of('SUPPORT')
  const overlap = claims.filter(({ claim, abstract }) => overlaps(claim, abstract))
  const f1 = (wrong: readonly SupportCheck[], negative: (label: CitedClaim['label']) => boolean): Metric => {
    const TP = right.filter(isSupported).length
    const FP = wrong.filter(isSupported).length
    const counts = { TP, FP, FN: right.length - TP }
    const peer = overlapF1(overlap, right.length, negative)
    return {
      value: f1Of(counts),
      interval: f1Interval(counts),
      goal: 0.75,
      ...(wrong === swaps ? {} : { peer: { name: 'word overlap', value: peer } }),
    }
  }
  const opposed = of('CONTRADICT').filter(isContradicted).length
  const flagged = checks.filter(isContradicted).length
  const TP = right.filter(isSupported).length
  const FP = checks.filter(isSupported).length - TP
  return {
    counts: { TP, FP, FN: right.length - TP, TN: checks.length - right.length - FP },
    metrics: {
      'supported F1, other: no evidence': f1(of('none'), (label) => label === 'none'),
      'supported F1, other: contradicted': f1(of('CONTRADICT'), (label) => label === 'CONTRADICT'),
      'supported F1, other: swapped': f1(swaps, () => false),
      'supported F1, other: no evidence or contradicted': f1([...of('none'), ...of('CONTRADICT')], (label) => label !== 'SUPPORT'),
      'contradicted recall': share(opposed, of('CONTRADICT').length, { goal: 0.4 }),
      'contradicted precision': share(opposed, flagged, { goal: 0.6 }),
    },
    method:
      'each claim with each abstract it cites, title and abstract given as evidence. Supported: the verdict "supported", positives are the ' +
      'pairs labelled SUPPORT; the others are named: cited abstracts without evidence, labelled CONTRADICT, or the SUPPORT claims with another ' +
      `abstract of the split (${swapDistance} pairs on). Contradicted: flaw "contradicted", positives are CONTRADICT among all pairs. Counts: SUPPORT against ` +
      "all other labels. 95 %: Wilson; for F1 Wilson's interval of TP / (TP + FP + FN) carried over. Peer: 60 % of content words in the abstract",
    seconds,
  }
}

/** Citations that the check finds supported, made wrong: what share is no longer found supported. */
function corrupted(claims: readonly CitedClaim[], nearest: (cited: CitedClaim) => Abstract | null): Measured {
  const started = performance.now()
  const right = claims.flatMap((cited, place) =>
    cited.label === 'SUPPORT' && isSupported(checkSupport(cited.claim, asEvidence(cited.abstract))) ? [{ ...cited, place }] : [],
  )
  const rationales = claims.flatMap(({ rationale, abstract, label }) =>
    label === 'none' ? [] : rationale.map((sentence) => ({ claim: sentence, abstract })),
  )
  const sound = rationales.filter(({ claim, abstract }) => isSupported(checkSupport(claim, asEvidence(abstract))))
  const noticed = (
    cases: readonly { readonly claim: string; readonly abstract: Abstract }[],
    change: (sentence: string) => string | null,
  ): readonly [number, number] => {
    const changed = cases.flatMap(({ claim, abstract }) => {
      const wrong = change(claim)
      return wrong === null ? [] : [checkSupport(wrong, asEvidence(abstract))]
    })
    return [changed.filter((check) => !isSupported(check)).length, changed.length]
  }
  const swaps = right.map(({ claim, place }) => checkSupport(claim, swapped(claims, place)))
  const near = right.flatMap((cited) => {
    const abstract = nearest(cited)
    return abstract === null ? [] : [checkSupport(cited.claim, asEvidence(abstract))]
  })
  const seconds = (performance.now() - started) / 1000
  const missed = (checks: readonly SupportCheck[]) => checks.filter((check) => !isSupported(check)).length
  return {
    metrics: {
      'swapped citation': share(missed(swaps), swaps.length, { goal: 0.8 }),
      'swapped for the nearest abstract': share(missed(near), near.length),
      'flipped direction': share(...noticed(right, flippedDirection), { goal: 0.6 }),
      'changed number': share(...noticed(right, changedNumber), { goal: 0.9 }),
      'quoted sentence is supported': share(sound.length, rationales.length),
      'quoted sentence, flipped direction': share(...noticed(sound, flippedDirection), { goal: 0.6 }),
      'quoted sentence, changed number': share(...noticed(sound, changedNumber), { goal: 0.9 }),
    },
    method:
      'share of right citations made wrong that are no longer found supported, among SUPPORT pairs found supported before (an unsupported one would ' +
      'be noticed for nothing), and among rationale sentences cited word by word. Swapped: another abstract of the split, or the one of the corpus ' +
      'that BM25 finds nearest and the claim does not cite (some of these do support it). Flipped: the first direction word turned, else "not" put in ' +
      'or out. Number: its first digit changed, whether or not the abstract has that number elsewhere. 95 %: Wilson',
    seconds,
  }
}

function isSupported({ verdict }: SupportCheck): boolean {
  return verdict === 'supported'
}

function isContradicted({ flaw }: SupportCheck): boolean {
  return flaw?.kind === 'contradicted'
}

function share(hits: number, all: number, more: Omit<Metric, 'value' | 'interval'> = {}): Metric {
  return { value: all === 0 ? 0 : hits / all, interval: wilsonInterval(hits, all), ...more }
}

function f1Of({ TP, FP, FN }: { readonly TP: number; readonly FP: number; readonly FN: number }): number {
  return TP === 0 ? 0 : (2 * TP) / (2 * TP + FP + FN)
}

/** The evidence of another abstract of the split that the claim does not cite. */
function swapped(claims: readonly CitedClaim[], place: number): readonly KnownText[] {
  const cited = claims[place]?.cited ?? []
  for (let step = swapDistance; ; step += 1) {
    const other = claims[(place + step) % claims.length]?.abstract
    if (other !== undefined && !cited.includes(other.id)) return asEvidence(other)
  }
}

/** What stands nearest to a claim in the corpus beside what it cites. */
function nearestAbstract(abstracts: readonly Abstract[]): (cited: CitedClaim) => Abstract | null {
  const index = buildIndex(
    abstracts.map(({ id, title, sentences }) => ({ id, fields: [{ tokens: tokenise(`${title} ${sentences.join(' ')}`), weight: 1 }] })),
  )
  return ({ claim, cited }) => {
    const hit = search(index, searchTerms(claim), cited.length + 1).find(({ id }) => !cited.includes(id))
    return hit === undefined ? null : (abstracts[hit.position] ?? null)
  }
}

function overlaps(claim: string, { title, sentences }: Abstract): boolean {
  const wanted = contentTokens(claim)
  return wanted.intersection(contentTokens([title, ...sentences].join('\n'))).size >= overlapFrom * wanted.size
}

function overlapF1(overlap: readonly CitedClaim[], positives: number, negative: (label: CitedClaim['label']) => boolean): number {
  const TP = overlap.filter(({ label }) => label === 'SUPPORT').length
  return f1Of({ TP, FP: overlap.filter(({ label }) => negative(label)).length, FN: positives - TP })
}
