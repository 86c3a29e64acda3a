import { judgeScreening } from '../judging/screening.ts'
import { told } from '../story-events.ts'
import { type Trap, trapWork } from '../trap.ts'

/** The paper has nearly all words of the subquestion, and studies beetles. */
export const offTopicPaperKept: Trap = {
  name: 'off-topic-paper-kept',
  about: 'the screener keeps a paper that shares the words of the question and nothing of its substance',
  story: {
    question: 'Do school gardens raise vegetable consumption among primary school children?',
    subquestions: ['Do school gardens raise vegetable consumption among primary school children?'],
    papers: [
      {
        title: 'School vegetable gardens as habitat: consumption of seeds by ground beetles and primary effects of mulch',
        abstract:
          'We set pitfall traps in the vegetable gardens of 18 schools to learn how mulch changes the activity of ground beetles. Children ' +
          'helped to empty the traps. Beetles took twice as many weed seeds from mulched beds as from bare beds. Seed consumption rose with ' +
          'soil moisture, and beetle species numbers with the age of the garden. School gardens can be a refuge for insects in cities.',
        year: 2019,
        venue: 'Urban Entomology Notes',
        authors: ['Harrow', 'Tindale'],
      },
      {
        title: 'Growing what they eat: a cluster-randomised trial of kitchen gardens at 24 elementary schools',
        abstract:
          'Twenty-four elementary schools were randomised to a weekly gardening and cooking lesson or to their usual lessons for one school ' +
          'year. Intake was weighed at lunch on three days before and after. Pupils in gardening schools ate 31 g more vegetables a day than ' +
          'pupils in control schools (95 % CI 12 to 50). The difference was still 18 g half a year later.',
        year: 2021,
        venue: 'Journal of Child Nutrition Trials',
        authors: ['Okonedo', 'Veldman'],
      },
      {
        title: 'Acoustic comfort in open-plan classrooms: a survey of teachers',
        abstract:
          'We asked 212 teachers about noise in open-plan classrooms. Half of them raised their voice in most lessons. Absorbing panels on the ' +
          'ceiling were rated better than curtains. We recommend that classrooms be measured before they are furnished.',
        year: 2018,
        venue: 'Building Acoustics Letters',
        authors: ['Pryce', 'Lindqvist'],
      },
    ],
  },
  decision: told('ScreeningRequested', {
    iteration: 1,
    phase: 'search',
    round: 0,
    items: [{ workId: trapWork, documentIds: ['D1', 'D2', 'D3'], subquestionIds: ['RQ1'] }],
    reserve: {},
  }),
  judge: (seen) =>
    judgeScreening(seen, [
      { documentId: 'D1', relevant: false },
      { documentId: 'D2', relevant: true },
      { documentId: 'D3', relevant: false },
    ]),
}
