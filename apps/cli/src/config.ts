import { readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseEnv } from 'node:util'
import type { RerankerSettings } from '@winnow/answerer/adapters/http-reranker.ts'
import { rerankFormats } from '@winnow/answerer/core/rerank-request.ts'
import { modelRoles } from '@winnow/contracts/entities/model-role.ts'
import { BrokerUnavailable } from '@winnow/eventlog/jetstream/broker-unavailable.ts'
import { natsAddress } from '@winnow/eventlog/jetstream/nats-address.ts'
import { UsageError } from '@winnow/runs/usage-error.ts'
import { type SourceSettings, sourceEnvironment } from '@winnow/search-gateway/source-settings.ts'
import { z } from 'zod'
import { unknownName } from './commands/known-name.ts'

const filled = z
  .string()
  .optional()
  .transform((value) => (value === undefined || value.trim() === '' ? undefined : value.trim()))

const port = filled
  .refine((value) => value === undefined || (/^\d{1,5}$/.test(value) && Number(value) <= 65_535), { error: 'takes a port from 0 to 65535' })
  .transform((value) => (value === undefined ? undefined : Number(value)))

/** An address, or undefined. The reason never repeats it: an address may hold a password. */
const address = (fits: (value: string) => boolean, error: string) => filled.refine((value) => value === undefined || fits(value), { error })

const isNatsAddress = (value: string) => {
  try {
    natsAddress(value)
    return true
  } catch (error) {
    if (error instanceof BrokerUnavailable) return false
    throw error
  }
}

const logLevels = ['silent', 'error', 'warn', 'info', 'debug'] as const

const environment = z.object({
  WINNOW_HOME: filled,
  DATABASE_URL: address(
    (value) => /^postgres(ql)?:$/.test(URL.parse(value)?.protocol ?? ''),
    'takes an address such as postgres://user:password@host:5432/database',
  ),
  WINNOW_MODEL: filled,
  WINNOW_CONCURRENCY: filled
    .refine((value) => value === undefined || (/^\d{1,3}$/.test(value) && Number(value) >= 1 && Number(value) <= 256), {
      error: 'takes a whole number from 1 to 256',
    })
    .transform((value) => (value === undefined ? undefined : Number(value))),
  NATS_URL: address(isNatsAddress, 'takes an address such as nats://user:password@host:4222'),
  PORT: port,
  WINNOW_HEALTH_PORT: port,
  OTEL_EXPORTER_OTLP_ENDPOINT: filled.refine((value) => value === undefined || /^https?:$/.test(URL.parse(value)?.protocol ?? ''), {
    error: 'takes an address such as http://collector:4318',
  }),
  WINNOW_OPEN_ANSWERS: filled.pipe(z.enum(['0', '1'], { error: 'takes 1 or 0' }).optional()),
  WINNOW_RERANKER_URL: filled.refine((value) => value === undefined || /^https?:$/.test(URL.parse(value)?.protocol ?? ''), {
    error: 'takes an address such as http://127.0.0.1:8000 or https://api.jina.ai/v1',
  }),
  WINNOW_RERANKER_MODEL: filled,
  WINNOW_RERANKER_KEY: filled,
  WINNOW_RERANKER_FORMAT: filled.pipe(z.enum(rerankFormats, { error: `takes ${rerankFormats.join(', ')}` }).optional()),
  WINNOW_SERVER: filled,
  WINNOW_KEY: filled,
  WINNOW_LOG: filled.pipe(z.enum(logLevels, { error: `takes ${logLevels.join(', ')}` }).optional()),
})

/** The reference reranker of spec §13. */
const defaultReranker = 'Qwen/Qwen3-Reranker-0.6B'

const rolePrefix = 'WINNOW_MODEL_'

export interface Config {
  /** Where the embedded database and its files live. */
  readonly home: string
  readonly databaseUrl: string | undefined
  /** The broker of a cluster. */
  readonly natsUrl: string | undefined
  /** Of the HTTP interface. */
  readonly port: number
  /** Whether `/run` and `/evaluate` need no key. */
  readonly openAnswers: boolean
  /** Of a service's health; any free one unless set. */
  readonly healthPort: number | undefined
  /** Where traces are sent; none are made unless set. */
  readonly otlpEndpoint: string | undefined
  /** The server that runs are given to, and the key for it. */
  readonly server: string | undefined
  readonly key: string | undefined
  readonly model: string | undefined
  /** Models by role, from WINNOW_MODEL_<ROLE>. */
  readonly roleModels: Readonly<Record<string, string>>
  /** What ranks the passages of answers over HTTP; null: BM25 does. */
  readonly reranker: RerankerSettings | null
  /** Model calls at once, for each provider (design §5). */
  readonly concurrency: number
  readonly logLevel: (typeof logLevels)[number]
  /** The same for services, which tell what they do unless told otherwise. */
  readonly serviceLogLevel: (typeof logLevels)[number]
  /** Keys and addresses of the sources, offline, contact, and what fetching is allowed. */
  readonly sources: SourceSettings
  /** The folder the user is in; npm starts commands in the project's own. */
  readonly cwd: string
  /** The whole environment, for the model providers' own variables. */
  readonly environment: Readonly<Record<string, string | undefined>>
}

/** Reads the configuration of this process. Throws UsageError. */
export function readConfig(): Config {
  const cwd = resolve(process.env.INIT_CWD || process.cwd())
  return configFrom(process.env, cwd, dotEnv(cwd))
}

/** The configuration from the environment and, below it, what a `.env` in the user's folder `cwd` says. Throws UsageError. */
export function configFrom(env: Config['environment'], cwd: string, below: Config['environment']): Config {
  const merged: Config['environment'] = { ...below, ...env }
  const own = environment.safeParse(merged)
  const sources = sourceEnvironment.safeParse(merged)
  if (!own.success || !sources.success) {
    const faults = [own, sources].flatMap(({ error }) => error?.issues ?? []).map((issue) => faultyVariable(issue, merged))
    throw new UsageError(`the environment (or .env) has values that cannot be used: ${faults.join('; ')}`)
  }
  const values = own.data
  return {
    home: resolve(cwd, values.WINNOW_HOME ?? join(homedir(), '.winnow')),
    databaseUrl: values.DATABASE_URL,
    natsUrl: values.NATS_URL,
    port: values.PORT ?? 8080,
    healthPort: values.WINNOW_HEALTH_PORT,
    openAnswers: values.WINNOW_OPEN_ANSWERS === '1',
    otlpEndpoint: values.OTEL_EXPORTER_OTLP_ENDPOINT,
    server: values.WINNOW_SERVER,
    key: values.WINNOW_KEY,
    model: values.WINNOW_MODEL,
    roleModels: roleModels(merged),
    reranker:
      values.WINNOW_RERANKER_URL === undefined
        ? null
        : {
            url: values.WINNOW_RERANKER_URL,
            model: values.WINNOW_RERANKER_MODEL ?? defaultReranker,
            key: values.WINNOW_RERANKER_KEY,
            format: values.WINNOW_RERANKER_FORMAT ?? 'jina',
          },
    concurrency: values.WINNOW_CONCURRENCY ?? 6,
    logLevel: values.WINNOW_LOG ?? 'silent',
    serviceLogLevel: values.WINNOW_LOG ?? 'info',
    sources: sources.data,
    cwd,
    environment: merged,
  }
}

/** The models that are set for roles. A role that there is not throws UsageError: the role that was meant would get another model. */
function roleModels(values: Config['environment']): Config['roleModels'] {
  const roles = new Map(modelRoles.map((role) => [role.toUpperCase(), role]))
  const models = Object.entries(values).flatMap(([variable, value]) => {
    const spec = value?.trim() ?? ''
    if (spec === '' || !variable.startsWith(rolePrefix)) return []
    const name = variable.slice(rolePrefix.length)
    const role = roles.get(name)
    if (role === undefined) throw new UsageError(`${variable}: ${unknownName('role', name, [...roles.keys()])}`)
    return [[role, spec] as const]
  })
  return Object.fromEntries(models)
}

/** Variables whose values are not repeated to a person, as they may hold a password. */
const secretVariables: ReadonlySet<unknown> = new Set(['DATABASE_URL', 'NATS_URL', 'WINNOW_RERANKER_URL'])

function faultyVariable(issue: z.core.$ZodIssue, values: Config['environment']): string {
  if (secretVariables.has(issue.path[0])) return `${issue.path.join('.')} ${issue.message}`
  return `${issue.path.join('.')} ${issue.message}, not "${values[String(issue.path[0])] ?? ''}"`
}

/** The variables of the folder's `.env`; none when there is no such file (a folder of that name is a Python environment). */
export function dotEnv(cwd: string): Record<string, string | undefined> {
  const path = join(cwd, '.env')
  try {
    return parseEnv(readFileSync(path, 'utf8')) as Record<string, string | undefined>
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'EISDIR')) return {}
    throw new UsageError(`${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`)
  }
}
