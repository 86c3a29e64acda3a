import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseEnv } from 'node:util'
import { expect, test } from 'vitest'
import { composeFaults, parseCompose } from './compose-faults.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const text = readFileSync(`${root}docker-compose.yml`, 'utf8')
const exampleText = readFileSync(`${root}.env.example`, 'utf8')
const faults = (compose: string, example = exampleText) =>
  composeFaults(parseCompose(compose), parseEnv(example) as Record<string, string>, root)

test('docker-compose.yml has every service, each as it should be', () => {
  expect(faults(text)).toEqual([])
})

test('every variable of .env.example is used', () => {
  // The password between the servers of a cluster is for Kubernetes alone.
  const unused = Object.keys(parseEnv(exampleText)).filter((name) => !text.includes(`\${${name}`))
  expect(unused).toEqual(['NATS_PASSWORD_ROUTE'])
})

test.each<[what: string, from: string | RegExp, to: string, fault: string]>([
  ['a service that is missing', /^ {2}dedup:$/m, '  deduper:', 'there is no service dedup'],
  ['another role', '["serve", "dedup"]', '["serve", "critic"]', 'dedup: runs "serve critic"'],
  ["another's user", 'nats://dedup:', 'nats://critic:', 'dedup: is not itself on the broker'],
  ["another's password", `\${NATS_PASSWORD_DEDUP:?}@`, `\${NATS_PASSWORD_CRITIC:?}@`, 'dedup: is not itself on the broker'],
  ['no database', '@postgres:5432', '@db:5432', 'dedup: has no database'],
  ['a health check of the wrong path', '"/readyz"]', '"/x"]', 'dedup: its health is not checked'],
  ['no health check', /healthcheck:\n( +test: .*pg_isready)/, 'x-check:\n$1', 'postgres: has no healthcheck'],
  [
    'a start before the set-up',
    'condition: service_completed_successfully',
    'condition: service_started',
    'dedup: does not wait for setup service_completed_successfully',
  ],
  [
    'a start before the broker',
    'nats: { condition: service_healthy }',
    'nats: { condition: service_started }',
    'dedup: does not wait for nats service_healthy',
  ],
  [
    'a start before the database',
    'postgres: { condition: service_healthy }',
    'postgres: { condition: service_started }',
    'dedup: does not wait for postgres service_healthy',
  ],
  ['no time to drain', 'stop_grace_period: 40s', 'stop_grace_period: 30s', 'dedup: has no 30 s to drain'],
  ['one screener', 'deploy: { replicas: 2 }', 'deploy: { replicas: 1 }', 'screener: is not replicated'],
  ['latest', 'image: winnow:0.1.0', 'image: winnow:latest', 'dedup: image winnow:latest names no version'],
  ['no tag', 'image: nats:2.10.27-alpine', 'image: nats', 'nats: image nats has no tag'],
  ['a root that can be written', /read_only: true/, 'read_only: false', 'dedup: its root can be written'],
  ['kept capabilities', 'cap_drop: [ALL]', 'cap_drop: []', 'dedup: keeps capabilities'],
  ['new privileges', '"no-new-privileges:true"', '"x"', 'dedup: may get privileges'],
  ['no restart', '  restart: unless-stopped', '', 'dedup: is not started again'],
  ['a misspelt key', 'shm_size', 'shm_sise', 'postgres: shm_sise is not known'],
  ['a key in plain text', `\${OPENAI_API_KEY:-}`, 'sk-1', 'screener: OPENAI_API_KEY is no reference'],
  [
    'a password in an address',
    `\${POSTGRES_PASSWORD:?copy .env.example to .env and fill it}@`,
    'pw@',
    'dedup: DATABASE_URL shows a password',
  ],
  ['a network that is not there', 'networks: [core]', 'networks: [cor]', 'dedup: there is no network cor'],
  [
    'a service that is not there',
    '      prometheus: { condition',
    '      prom: { condition',
    'grafana: waits for prom, which is not there',
  ],
  ['the internet for the broker', /(image: nats[\s\S]*?networks: \[core)\]/, '$1, outside]', 'nats: is on the wrong networks'],
  ['no internet for the screener', /("screener"\]\n {4}networks: \[core), outside\]/, '$1]', 'screener: is on the wrong networks'],
  ['a core that reaches the internet', 'internal: true', 'internal: false', 'the network of broker and database reaches the internet'],
  ['a port for all', `"127.0.0.1:\${PORT:-8080}:8080"`, `"\${PORT:-8080}:8080"`, `gateway: port \${PORT:-8080}:8080 is open to all`],
  [
    'a file that is not there',
    './deploy/telemetry/prometheus.yml',
    './deploy/prometheus.yml',
    'prometheus: there is no ./deploy/prometheus.yml',
  ],
  ['a file that can be written', 'prometheus.yml:ro', 'prometheus.yml', 'prometheus: ./deploy/telemetry/prometheus.yml can be written'],
  ['a volume that is not there', '"postgres:/var/lib', '"pg:/var/lib', 'postgres: there is no volume pg'],
  ['a password that the broker does not know', /NATS_PASSWORD_DEDUP: .*/, '', 'nats: NATS_PASSWORD_DEDUP is not set'],
  ['a set-up that does not', '["nats", "setup"]', '["nats", "config"]', 'setup: does not set up'],
  ['a set-up that is not the admin', 'nats://admin:', 'nats://dedup:', 'setup: is not the admin'],
  [
    'a database without a password',
    `POSTGRES_PASSWORD: \${POSTGRES_PASSWORD:?}`,
    `POSTGRES_PASSWORD: \${X:-}`,
    'postgres: has no password',
  ],
])('the check finds %s', (_, from, to, fault) => {
  const changed = text.replace(from, to)
  expect(changed).not.toBe(text)
  expect(faults(changed)).toContain(fault)
})

test.each([
  ['a value', 'POSTGRES_PASSWORD=', 'POSTGRES_PASSWORD=pw', '.env.example has a value for POSTGRES_PASSWORD'],
  ['a variable that is missing', 'NATS_PASSWORD_SYS=', 'OTHER=', 'nats: NATS_PASSWORD_SYS is not in .env.example'],
])('the check finds %s in .env.example', (_, from, to, fault) => {
  expect(faults(text, exampleText.replace(from, to))).toContain(fault)
})
