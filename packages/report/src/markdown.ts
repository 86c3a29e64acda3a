import { citationNumbers } from './citation-numbers.ts'
import type { RunMaterial } from './run-material.ts'
import { costSection } from './sections/cost.ts'
import { diversitySection, evidenceQuality } from './sections/evidence-quality.ts'
import { findings } from './sections/findings.ts'
import { addressedToModel, editorialSection } from './sections/flagged-works.ts'
import { head, type RunMoment } from './sections/head.ts'
import { limitations } from './sections/limitations.ts'
import { plan } from './sections/plan.ts'
import { prismaSection } from './sections/prisma-flow.ts'
import { references } from './sections/references.ts'
import { screeningSection } from './sections/screening.ts'
import { searchAppendix } from './sections/search-appendix.ts'
import { stopping } from './sections/stopping.ts'

/**
 * report.md: the findings with their citations, and everything needed to judge them (spec §12). The same material gives
 * the same bytes, apart from the three lines that tell the run.
 */
export function markdownReport(material: RunMaterial, moment: RunMoment): string {
  const { state, corpus, content } = material
  const numbers = citationNumbers(state, content)
  const parts = [
    head(material, moment),
    ...findings(state, numbers, content),
    stopping(state),
    evidenceQuality(state, corpus, numbers),
    diversitySection(state, numbers),
    screeningSection(state),
    prismaSection(material, numbers.documents.length),
    ...searchAppendix(state, moment.durationMs),
    limitations(material, numbers.unresolved),
    editorialSection(material, numbers),
    addressedToModel(material, numbers),
    costSection(state),
    ...plan(state, corpus),
    references(material, numbers),
  ]
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`
}
