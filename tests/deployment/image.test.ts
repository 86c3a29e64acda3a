import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { imageFaults } from './image-faults.ts'
import { imageFault } from './pinned-image.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const dockerfile = readFileSync(`${root}Dockerfile`, 'utf8')
const versions = {
  node: (parse(readFileSync(`${root}pnpm-workspace.yaml`, 'utf8')) as { catalog: Record<string, string> }).catalog.node ?? '',
  packageManager: (JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as { packageManager: string }).packageManager,
}
const faults = (text: string) => imageFaults(text, versions, (path) => existsSync(`${root}${path}`))

test('the image is made of what the project pins, and runs as nobody in particular', () => {
  expect(faults(dockerfile)).toEqual([])
})

test.each<[what: string, from: string | RegExp, to: string, fault: RegExp]>([
  ['another Node', /node:24\.\d+\.\d+/, 'node:24.0.0', /the base is node:24\.0\.0-bookworm-slim, not Node/],
  ['a Node that floats', /node:24\.\d+\.\d+-bookworm-slim/, 'node:lts-slim', /the base is node:lts-slim/],
  ['another base for a stage', /^FROM \$\{NODE_IMAGE\}$/m, 'FROM debian:12', /^from debian:12/],
  ['another pnpm', 'pnpm@12.4.2 install', 'pnpm@12.4.1 install', /installs with pnpm@12\.4\.1/],
  ['what tests need', 'install --prod', 'install', /does not install what the lockfile says/],
  ['a lockfile that may change', ' --frozen-lockfile', '', /does not install what the lockfile says/],
  ['a user with a name', 'USER 1000:1000', 'USER node', /user node is not a number/],
  ['root', 'USER 1000:1000', 'USER 0:0', /user 0:0 is not a number other than 0/],
  ['no user', 'USER 1000:1000', '', /user {2}is not a number/],
  ['a shell that keeps the signals', /ENTRYPOINT .*/, 'ENTRYPOINT node /app/apps/cli/src/main.ts', /the entry point is not node itself/],
  ['no health check', /HEALTHCHECK .*/, '', /its health is not checked/],
  ['data in the image', 'WINNOW_HOME=/data', 'WINNOW_HOME=/app', /WINNOW_HOME=\/data is not set/],
  ['a folder that is not there', 'COPY services services', 'COPY service services', /copies service, which is not there/],
])('the check finds %s', (_, from, to, fault) => {
  const changed = dockerfile.replace(from, to)
  expect(changed).not.toBe(dockerfile)
  expect(faults(changed)).toContainEqual(expect.stringMatching(fault))
})

test.each([
  ['winnow:0.1.0', null],
  ['registry.example.org:5000/a/winnow:0.1.0', null],
  ['prom/prometheus:v3.5.0', null],
  ['nats:2.10.27-alpine', null],
  ['winnow:latest', 'image winnow:latest names no version'],
  ['node:24', 'image node:24 names no version'],
  ['winnow', 'image winnow has no tag'],
  ['registry.example.org:5000/winnow', 'image registry.example.org:5000/winnow has no tag'],
  ['winnow:', 'image winnow: has no tag'],
  [undefined, 'image undefined has no tag'],
])('image %s: %s', (image, fault) => {
  expect(imageFault(image)).toBe(fault)
})

describe('the health check of a container', () => {
  const server = createServer((request, response) => {
    if (request.url === '/slow') return
    response.writeHead(request.url === '/healthz' ? 200 : 503).end(`answer to ${request.url}`)
  })
  let port = ''
  beforeAll(async () => {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    port = String((server.address() as AddressInfo).port)
  })
  afterAll(() => server.close())

  const check = async (path: readonly string[], environment: Readonly<Record<string, string>>) => {
    const child = spawn(process.execPath, [`${root}deploy/docker/health-check.mjs`, ...path], { env: environment })
    let said = ''
    child.stderr.on('data', (chunk: Buffer) => {
      said += chunk.toString()
    })
    const [code] = await once(child, 'close')
    return { code, said }
  }

  test.each<[what: string, path: string[], environment: (port: string) => Record<string, string>, code: number, said: RegExp]>([
    ['a service that lives', ['/healthz'], (own) => ({ WINNOW_HEALTH_PORT: own, PORT: '1' }), 0, /^$/],
    ['no path', [], (own) => ({ WINNOW_HEALTH_PORT: own }), 0, /^$/],
    ['a gateway, on its own port', ['/healthz'], (own) => ({ WINNOW_HEALTH_PORT: '1', PORT: own }), 0, /^$/],
    ['a service that is not ready', ['/readyz'], (own) => ({ WINNOW_HEALTH_PORT: own, PORT: '' }), 1, /503 answer to \/readyz/],
    ['nobody there', ['/healthz'], () => ({ WINNOW_HEALTH_PORT: '1' }), 1, /fetch failed/],
    ['no port', ['/healthz'], () => ({}), 1, /neither WINNOW_HEALTH_PORT nor PORT is set/],
  ])('%s', async (_, path, environment, code, said) => {
    expect(await check(path, environment(port))).toEqual({ code, said: expect.stringMatching(said) })
  })
})
