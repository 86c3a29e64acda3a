import { imageFault } from './pinned-image.ts'

/** What the image must be made of. */
export interface ImageVersions {
  readonly node: string
  readonly packageManager: string
}

/** What is wrong with the Dockerfile. `exists`: whether a path of the project exists. */
export function imageFaults(dockerfile: string, { node, packageManager }: ImageVersions, exists: (path: string) => boolean): string[] {
  const lines = dockerfile.replace(/\\\n/g, ' ').split('\n')
  const all = (instruction: string) =>
    lines.filter((line) => line.startsWith(`${instruction} `)).map((line) => line.slice(instruction.length + 1))
  const base = /^NODE_IMAGE=(.*)$/.exec(all('ARG')[0] ?? '')?.[1]
  const [user = ''] = all('USER').slice(-1)
  const environment = all('ENV').join(' ')
  const copied = all('COPY')
    .filter((line) => !line.startsWith('--from'))
    .flatMap((line) => line.split(' ').slice(0, -1))
  return [
    ...(imageFault(base) === null && base?.startsWith(`node:${node}-`) ? [] : [`the base is ${base}, not Node ${node}`]),
    ...all('FROM')
      .filter((from) => !from.startsWith(`\${NODE_IMAGE}`))
      .map((from) => `from ${from}`),
    ...(dockerfile.match(/\bpnpm@[\d.]+/g) ?? [])
      .filter((name) => name !== packageManager)
      .map((name) => `installs with ${name}, not ${packageManager}`),
    ...(/install --prod .*--frozen-lockfile/.test(dockerfile) ? [] : ['does not install what the lockfile says, without what tests need']),
    ...(/^[1-9]\d*:[1-9]\d*$/.test(user) ? [] : [`user ${user} is not a number other than 0`]),
    ...(all('ENTRYPOINT')[0] === '["node", "/app/apps/cli/src/main.ts"]'
      ? []
      : ['the entry point is not node itself, which gets the signals']),
    ...(/CMD \["node", "\/app\/deploy\/docker\/health-check.mjs", "\/healthz"\]/.test(all('HEALTHCHECK')[0] ?? '')
      ? []
      : ['its health is not checked']),
    ...['WINNOW_HOME=/data', 'TMPDIR=/tmp', 'PORT=8080', 'WINNOW_HEALTH_PORT=8081']
      .filter((one) => !environment.includes(one))
      .map((one) => `${one} is not set`),
    ...copied.filter((path) => !exists(path)).map((path) => `copies ${path}, which is not there`),
  ]
}
