import { expect, test } from 'vitest'
import { allowedMethods } from './allowed-methods.ts'

const routes = [
  { method: 'POST', url: '/v1/runs' },
  { method: 'GET', url: '/v1/runs' },
  { method: 'GET', url: '/v1/runs/:runId' },
  { method: 'GET', url: '/v1/runs/:runId/report.md' },
  { method: 'GET', url: '/v1/runs/:runId/blobs/:sha256' },
  { method: 'GET', url: '/docs/static/*' },
  { method: 'GET', url: '/docs/static/*' },
]

test.each([
  ['/v1/runs', ['GET', 'POST']],
  ['/v1/runs/r-one', ['GET']],
  ['/v1/runs/r-one/report.md', ['GET']],
  ['/v1/runs/r-one/blobs/ab', ['GET']],
  ['/docs/static/a/b.js', ['GET']],
  ['/v1/runs/', []],
  ['/v1/runs/r-one/', []],
  ['/v1/runs/r-one/reportxmd', []],
  ['/x/v1/runs', []],
  ['/v1/runsx', []],
  ['/', []],
])('%s', (path, methods) => {
  expect(allowedMethods(routes, path)).toEqual(methods)
})
