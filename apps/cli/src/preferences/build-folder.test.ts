import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { UsageError } from '@winnow/runs/usage-error.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readPlan, withBuildFolder, writePlan } from './build-folder.ts'
import { planBuild } from './build-plan.ts'

let above: string
let folder: string
beforeEach(async () => {
  above = await mkdtemp(join(tmpdir(), 'winnow-build-'))
  folder = join(above, 'deep', 'build')
})
afterEach(() => rm(above, { recursive: true }))

const settings = {
  asOf: '2026-07-01',
  models: { agent: 'm', summarizer: 'm' },
  sources: ['library'],
  library: null,
  fromYear: null,
  toYear: null,
  answer: {},
}

describe('the plan of a folder', () => {
  test('comes back as it was written', async () => {
    const plan = planBuild(settings, [{ question: { id: 'q', question: 'What?' }, samples: 1 }], null, () => 'r-1')
    await withBuildFolder(folder, async () => {
      expect(await readPlan(folder)).toBeNull()
      await writePlan(folder, plan)
      expect(await readPlan(folder)).toEqual(plan)
    })
  })

  test.each([
    { name: 'no JSON', text: '{', says: 'build.json is no JSON' },
    { name: 'another file', text: '{"format":"x"}', says: 'build.json is no plan of a build' },
  ])('$name is bad input', async ({ text, says }) => {
    await withBuildFolder(folder, async () => {
      await writeFile(join(folder, 'build.json'), text)
      await expect(readPlan(folder)).rejects.toThrow(UsageError)
      await expect(readPlan(folder)).rejects.toThrow(says)
    })
  })
})

describe('one process at a time', () => {
  const withMark = async (pid: string) => {
    await withBuildFolder(folder, async () => undefined)
    await writeFile(join(folder, 'lock'), pid)
  }

  test('gives the result, and leaves no mark, also after a fault', async () => {
    expect(await withBuildFolder(folder, async () => readdir(folder))).toEqual(['lock'])
    const fault = withBuildFolder(folder, async () => {
      throw new Error('a fault')
    })
    await expect(fault).rejects.toThrow('a fault')
    expect(await readdir(folder)).toEqual([])
  })

  test('a folder in which another process works is refused, and its mark stays', async () => {
    await withMark(String(process.ppid))
    const used = withBuildFolder(folder, async () => 'used')
    await expect(used).rejects.toThrow(UsageError)
    await expect(used).rejects.toThrow(`process ${process.ppid} is at work in ${folder}`)
    expect(await readdir(folder)).toEqual(['lock'])
  })

  // A process id beyond the largest that Linux gives (2^22).
  test.each(['99999999', 'not a number', '', '0', '-1'])('the mark of a process that is gone is taken over: %j', async (pid) => {
    await withMark(pid)
    expect(await withBuildFolder(folder, async () => 'used')).toBe('used')
    expect(await readdir(folder)).toEqual([])
  })
})
