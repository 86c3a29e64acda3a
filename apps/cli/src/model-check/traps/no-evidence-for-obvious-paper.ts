import { itemsOf, missingFinding } from '../judging/finding.ts'
import { readingOfTheFirst } from '../judging/reading-decision.ts'
import type { Trap } from '../trap.ts'

/** The abstract states the answer in one plain sentence. */
export const noEvidenceForObviousPaper: Trap = {
  name: 'no-evidence-for-obvious-paper',
  about: 'the reader finds nothing in a paper that states the answer in one sentence, or gives back the whole abstract',
  story: {
    question: 'Do biocide-free hull coatings reduce fouling of ships?',
    subquestions: ['Do biocide-free hull coatings reduce fouling of ships?'],
    papers: [
      {
        title: 'Silicone foul-release coatings on twelve coastal ferries: a two-year trial without biocides',
        abstract:
          'Hull fouling raises the fuel use of ships, and coatings with copper harm harbours. Twelve coastal ferries were painted on one side ' +
          'with a biocide-free silicone coating and on the other side with a plain epoxy coating. Divers photographed both sides every three ' +
          'months for two years. The biocide-free coating reduced the area covered by fouling by 38 % compared with the epoxy coating. Loss of ' +
          'adhesion was seen on one ferry only. Ferries that lay idle in summer were not studied.',
        year: 2020,
        venue: 'Marine Surface Engineering',
        authors: ['Halvorsen', 'Quint'],
      },
    ],
  },
  decision: readingOfTheFirst(['RQ1']),
  judge: ({ outcome }) => {
    const items = itemsOf(outcome)
    const missing = missingFinding(items, { subquestionId: 'RQ1', figure: '38', support: 'supports' })
    return missing === null
      ? { passed: true, detail: `took down the finding of 38 % with its sentence, in ${items.length} item${items.length === 1 ? '' : 's'}` }
      : { passed: false, detail: missing }
  },
}
