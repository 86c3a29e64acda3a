import { expect, test } from 'vitest'
import { worldOptions } from './world-options.ts'

test.each([
  ['a library alone', ['a.jsonl'], { library: 'a.jsonl', port: 0, faults: [] }],
  ['the lowest and the highest port', ['a.jsonl', '--port', '65535'], { library: 'a.jsonl', port: 65_535, faults: [] }],
  [
    'faults of an API and of a path',
    ['a.jsonl', '--fault', 'openalex=budget', '--fault=/files/x=slow'],
    {
      library: 'a.jsonl',
      port: 0,
      faults: [
        { route: 'openalex', fault: 'budget' },
        { route: '/files/x', fault: 'slow' },
      ],
    },
  ],
  ['help, whatever else', ['--help'], 'help'],
])('%s', (_, words, expected) => {
  expect(worldOptions(words)).toEqual(expected)
})

test.each([
  ['no library', [], /name the library/],
  ['two libraries', ['a', 'b'], /"b"/],
  ['an unknown option', ['a', '--prot', '1'], /--prot/],
  ['an option without its value', ['a', '--port'], /--port/],
  ['a port that is no number', ['a', '--port', 'x'], /not "x"/],
  ['a port too large', ['a', '--port', '65536'], /not "65536"/],
  ['a port below 0', ['a', '--port=-1'], /not "-1"/],
  ['a fault without a route', ['a', '--fault', 'throttled'], /ROUTE=FAULT/],
  ['an unknown fault', ['a', '--fault', 'arxiv=tired'], /not "arxiv=tired"/],
  ['an unknown route', ['a', '--fault', 'scopus=throttled'], /unknown route "scopus"/],
  ['a budget of another API', ['a', '--fault', 'arxiv=budget'], /of openalex alone/],
  ['an error entry of another API', ['a', '--fault', 'crossref=error-entry'], /of arxiv and pubmed alone/],
  ['a wrong work of files', ['a', '--fault', 'files=wrong-work'], /not of files/],
])('refused: %s', (_, words, said) => {
  expect(worldOptions(words)).toEqual({ wrong: expect.stringMatching(said) })
})
