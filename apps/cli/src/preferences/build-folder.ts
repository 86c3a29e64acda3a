import { open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { UsageError } from '@winnow/runs/usage-error.ts'
import { z } from 'zod'
import { makeFolder, replace } from '../output/run-files.ts'
import { type BuildPlan, buildPlan } from './build-plan.ts'

/** The files of a build. */
export const buildFiles = {
  plan: 'build.json',
  calls: 'model-calls.jsonl',
  samples: 'samples.jsonl',
  pairs: 'pairs.jsonl',
  manifest: 'manifest.json',
  runs: 'runs',
  lock: 'lock',
} as const

/** The plan of the build in a folder; null when none was begun there. Throws UsageError for a plan that cannot be read. */
export async function readPlan(folder: string): Promise<BuildPlan | null> {
  const path = join(folder, buildFiles.plan)
  const text = await readText(path)
  if (text === null) return null
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw new UsageError(`${path} is no JSON: ${error instanceof Error ? error.message : String(error)}`)
  }
  const plan = buildPlan.safeParse(value)
  if (!plan.success) throw new UsageError(`${path} is no plan of a build: ${z.prettifyError(plan.error)}`)
  return plan.data
}

/** Writes the plan whole or not at all. */
export async function writePlan(folder: string, plan: BuildPlan): Promise<void> {
  await replace(join(folder, buildFiles.plan), `${JSON.stringify(plan, null, 2)}\n`)
}

/**
 * Makes the folder and keeps other processes out of it while `use` works: two would buy the same answers twice. The mark of a
 * process that was killed is taken over. Throws UsageError when another process is at work there.
 */
export async function withBuildFolder<T>(folder: string, use: () => Promise<T>): Promise<T> {
  await makeFolder(folder)
  const path = join(folder, buildFiles.lock)
  if (!(await mark(path))) {
    const holder = Number(await readText(path))
    if (isAlive(holder))
      throw new UsageError(`process ${holder} is at work in ${folder}: wait for it, or end it first (or remove ${path} if it is no build)`)
    await rm(path, { force: true })
    if (!(await mark(path))) throw new UsageError(`another process is at work in ${folder}: wait for it, or end it first`)
  }
  try {
    return await use()
  } finally {
    await rm(path, { force: true })
  }
}

/** False when there is a mark already. */
async function mark(path: string): Promise<boolean> {
  try {
    const file = await open(path, 'wx')
    await file.writeFile(String(process.pid))
    await file.close()
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}

function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0 || pid === process.pid) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: it is there, and not ours.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

async function readText(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}
