import { randomBytes } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { openStore } from '@winnow/cli/engine/store.ts'
import { connectNats } from '@winnow/eventlog/jetstream/connect.ts'
import { setupNats } from '@winnow/eventlog/jetstream/setup.ts'
import { topology } from '@winnow/eventlog/jetstream/topology.ts'
import { createKey } from '@winnow/gateway/keys/api-keys.ts'
import { freePort } from '@winnow/runtime/free-port.ts'
import { createLogger } from '@winnow/runtime/logger.ts'
import { sourceNames } from '@winnow/search-gateway/sources/catalogue.ts'
import { startTestNats, type TestNats } from '@winnow/testkit/nats-server.ts'
import { type StandInModel, startStandInModel } from '@winnow/testkit/stand-in-model.ts'
import { type ChaosDatabase, startChaosDatabase } from './database.ts'
import { makeRoleProcess, type RoleProcess } from './role-process.ts'

/** All roles as processes over real servers, and a model that gives the same reply to the same question. */
export interface Cluster {
  readonly processes: readonly RoleProcess[]
  readonly broker: TestNats
  readonly database: ChaosDatabase
  readonly model: StandInModel
  /** A researcher's key of workspace "chaos". */
  readonly key: string
  readonly logs: string
  close(): Promise<void>
}

const chaosWorkspace = 'chaos'
const readyLimitMs = 180_000

/** Starts a cluster with its files in the folder: a process for each group of roles and replica. Ready when this resolves. */
export async function startCluster(folder: string, groups: readonly (readonly string[])[], replicas: number): Promise<Cluster> {
  const logs = join(folder, 'logs')
  await mkdir(logs, { recursive: true })
  const [broker, database, model] = await Promise.all([startTestNats(), startChaosDatabase(folder), startStandInModel()])
  const key = await prepare(broker, database)
  const servers = {
    natsPort: broker.port,
    databaseUrl: database.url(),
    environment: { OPENAI_API_KEY: 'key', OPENAI_BASE_URL: `${model.url}/v1`, WINNOW_MODEL: 'openai:stand-in', WINNOW_HOME: folder },
  }
  const processes: RoleProcess[] = []
  for (const roles of groups)
    for (let replica = 1; replica <= replicas; replica++)
      processes.push(await makeRoleProcess(roles, replica, await freePort(), servers, logs))
  const close = async () => {
    await Promise.all(processes.map((one) => one.close()))
    await Promise.all([broker.stop(), database.stop(), model.stop()])
  }
  try {
    for (const one of processes) one.start()
    await Promise.all(processes.filter(({ roles }) => roles.includes('gateway')).map((one) => ready(one.port, processes, logs)))
  } catch (error) {
    await close()
    throw error
  }
  return { processes, broker, database, model, key, logs, close }
}

/** What an operator does first: streams, tables, a key. */
async function prepare(broker: TestNats, database: ChaosDatabase): Promise<string> {
  const nc = await connectNats({ url: broker.url, name: 'chaos', waitForServer: true })
  await setupNats(nc, topology({ sources: sourceNames, replicas: 1 }))
  await nc.close()
  const store = await openStore({ databaseUrl: database.url(), home: '/nonexistent' }, createLogger('silent'))
  const { key } = await createKey(
    store.pool,
    { workspaceId: chaosWorkspace, role: 'researcher', name: 'chaos' },
    (size) => randomBytes(size),
    new Date(),
  )
  await store.close()
  return key
}

/** Waits for a gateway; a process that ends before has a fault that waiting does not mend. */
async function ready(port: number, processes: readonly RoleProcess[], logs: string): Promise<void> {
  const until = performance.now() + readyLimitMs
  while (performance.now() < until) {
    const status = await fetch(`http://127.0.0.1:${port}/readyz`).then(
      (response) => response.status,
      () => 0,
    )
    if (status === 200) return
    const ended = processes.find(({ running }) => !running)
    if (ended !== undefined) throw new Error(`${ended.name} has ended by itself: see ${logs}/${ended.name}.log`)
    await wait(200)
  }
  throw new Error(`the gateway on port ${port} was not ready within ${readyLimitMs / 1000} s`)
}
