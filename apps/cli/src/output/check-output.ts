import { existsSync } from 'node:fs'
import { realpath } from 'node:fs/promises'
import { sep } from 'node:path'
import { UsageError } from '@winnow/runs/usage-error.ts'
import { checkOut } from './run-files.ts'

/** Throws UsageError, before work is spent, where --out cannot be written, or would write over what is read (`paths`: files and folders). */
export async function checkOutput(out: string, paths: readonly string[]): Promise<void> {
  if (existsSync(out)) {
    const target = await realpath(out)
    for (const path of paths.filter((given) => existsSync(given))) {
      const real = await realpath(path)
      if (target === real || target.startsWith(real + sep))
        throw new UsageError(`--out ${out} is a file that is read: name another, so that nothing is lost`)
    }
  }
  await checkOut(out)
}
