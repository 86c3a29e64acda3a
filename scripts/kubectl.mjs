// The kubectl that renders the Kubernetes manifests for their tests; it needs no cluster.
import { spawnSync } from 'node:child_process'
import { installDebianPackage } from './debian-package.mjs'

/** Installs kubectl where there is none and it may be installed. Its tests say when it is missing. */
export function provideKubectl() {
  if (spawnSync('kubectl', ['version', '--client']).status !== 0) installDebianPackage('kubernetes-client')
}
