import { isAbsolute, join, relative } from 'node:path'

/**
 * What a person in the folder `cwd` types to call this command from the checkout at `root`: "./winnow" there, its path
 * elsewhere; npm's way on Windows, where the script does not run.
 */
export function commandWord(cwd: string, root: string, platform: NodeJS.Platform): string {
  const way = relative(cwd, root)
  const inside = way === '' || (!isAbsolute(way) && !way.startsWith('..'))
  if (platform === 'win32') return way === '' ? 'npm start --' : `npm --prefix "${root}" start --`
  const path = inside ? `./${join(way, 'winnow')}` : join(root, 'winnow')
  return /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`
}
