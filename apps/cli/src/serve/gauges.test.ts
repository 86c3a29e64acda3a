import { expect, test } from 'vitest'
import { depthByService } from './gauges.ts'

test('the depth of a service is that of all its lanes, waiting and in work', () => {
  const depths = [
    { service: 'reader', lane: 'default', pending: 3, inWork: 2 },
    { service: 'search-gateway', lane: 'arxiv', pending: 1, inWork: 0 },
    { service: 'search-gateway', lane: 'openalex', pending: 0, inWork: 4 },
    { service: 'writer', lane: 'default', pending: 0, inWork: 0 },
  ]
  expect(depthByService(depths)).toEqual([
    { value: 5, attributes: { 'winnow.service': 'reader' } },
    { value: 5, attributes: { 'winnow.service': 'search-gateway' } },
    { value: 0, attributes: { 'winnow.service': 'writer' } },
  ])
})
