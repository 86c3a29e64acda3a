import { describe, expect, it } from 'vitest'
import { partOfHeading, partOfLabel } from './part-of-paper.ts'

describe('partOfHeading', () => {
  it.each([
    'Results',
    '3 Results',
    '4.2. Main results:',
    'RESULTS AND DISCUSSION',
    'Key findings',
    'Result',
    'Discussion',
    'Conclusion',
    'Conclusions.',
    'Interpretation',
    'Implications',
    ' Findings & conclusions ',
  ])('%j tells findings', (heading) => {
    expect(partOfHeading(heading)).toBe('findings')
  })
  it.each([
    'Background',
    'Introduction',
    '1 Introduction',
    'Context',
    'Rationale',
    'Importance',
    'Motivation',
    'Hypothesis',
    'Hypotheses',
    'Objective',
    'Study objectives',
    'AIM',
    'Purpose:',
    'Goals',
    'Background and aims',
    'Abstract Background',
    'Methods',
    'Materials and methods',
    'Patients & Methods',
    'Method',
    'Methodology',
    'Study design',
    'Setting',
    'Participants',
    'Patients',
    'Subjects',
    'Interventions',
    'Main outcome measures',
    'Outcome measure',
    'Statistical analysis',
    'Statistical methods',
    '2.4. Statistical analyses',
    'Sample size',
    'Sample size calculation',
    'Study population',
    'Procedure',
    'Ethics',
    'Limitations',
    'Abbreviations',
    'Competing interests',
    'Conflict of interest',
    'Conflicts of interest',
    'Authors’ contributions',
    "Authors' contributions",
    'Author contributions',
    'Pre-publication history',
    'Publication history',
    'Trial registration',
    'Clinical trial registration',
    'Experimental setup',
    'Related work',
    'References',
    'Acknowledgements',
    'Acknowledgments',
    'Funding',
    'Disclosures',
  ])('%j does not', (heading) => {
    expect(partOfHeading(heading)).toBe('rest')
  })
  it.each(['Abstract', 'Memory of agents', 'Results of the first trial', 'The results', 'Methods for memory', ''])(
    '%j does not say',
    (heading) => {
      expect(partOfHeading(heading)).toBeNull()
    },
  )
})

describe('partOfLabel', () => {
  it.each([
    { sentence: 'RESULTS: We found it.', part: 'findings' },
    { sentence: 'Results We found it.', part: 'findings' },
    { sentence: 'Results 12 of 20 fell.', part: 'findings' },
    { sentence: 'Results [1] say so.', part: 'findings' },
    { sentence: 'Conclusions – it works.', part: 'findings' },
    { sentence: 'Results and conclusions: it works.', part: 'findings' },
    { sentence: 'Background Memory is short.', part: 'rest' },
    { sentence: 'Objective: to see.', part: 'rest' },
    { sentence: 'Methods In 2016 we asked.', part: 'rest' },
    { sentence: 'MATERIALS AND METHODS — In 2016.', part: 'rest' },
    { sentence: 'Background and Purpose— It is rare.', part: 'rest' },
    { sentence: 'Introduction and Objectives: to see.', part: 'rest' },
    { sentence: 'Patients and Methods We asked 12.', part: 'rest' },
    { sentence: 'Reference [1] Kristensen.', part: 'rest' },
    { sentence: 'Results of the trial were good.', part: null },
    { sentence: 'Patients improved.', part: null },
    { sentence: 'results: we found it.', part: null },
    { sentence: 'We found results: good ones.', part: null },
    { sentence: 'Resultant: Many.', part: null },
  ])('$sentence', ({ sentence, part }) => {
    expect(partOfLabel(sentence)).toBe(part)
  })
})
