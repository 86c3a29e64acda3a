import { BlockList, isIPv6 } from 'node:net'
import type { INetworkPolicy, INetworkPolicyPeer, INetworkPolicyPort } from 'kubernetes-models/networking.k8s.io/v1'
import { deployedServices, type Service } from '../../packages/contracts/src/flow.ts'
import { isPrivateAddress } from '../../packages/http/src/private-address.ts'
import { type Labels, type Manifest, ofKind, selects, type Workload, workloads } from './manifest.ts'

/** The services that ask models. */
const asksModels: readonly Service[] = ['planner', 'screener', 'reader', 'critic', 'writer', 'answerer']

/** What the policies let through, against what must and must not be. */
export function networkFaults(manifests: readonly Manifest[]): string[] {
  const policies = ofKind<INetworkPolicy>(manifests, 'NetworkPolicy')
  const all = workloads(manifests)
  const ours = all.filter(({ name }) => name === 'winnow-setup' || deployedServices.some((service) => name === `winnow-${service}`))
  const named = (name: string) => all.filter((workload) => workload.name === `winnow-${name}`)
  const database = named('postgres')
  const reach = (from: readonly Workload[], to: readonly Workload[], port: number) =>
    from.flatMap((a) => to.filter((b) => mayTalk(policies, a, b, port)).map((b) => `${a.name} → ${b.name}`))
  const pairs = (from: readonly Workload[], to: readonly Workload[]) => from.flatMap((a) => to.map((b) => `${a.name} → ${b.name}`))
  const others = all.filter((workload) => !ours.includes(workload))
  return [
    ...(['Ingress', 'Egress'] as const)
      .filter((way) => !policies.some(({ spec }) => spec?.policyTypes?.includes(way) && takesAll(spec.podSelector)))
      .map((way) => `${way} is not refused where nothing allows it`),
    ...policies.flatMap(openFaults),
    ...missing('port 4222', reach(all, named('nats'), 4222), pairs(ours, named('nats'))),
    ...missing('port 6222', reach(all, named('nats'), 6222), pairs(named('nats'), named('nats'))),
    ...missing('port 8222', reach(all, named('nats'), 8222), []),
    ...missing('port 5432', reach(all, database, 5432), pairs(ours, database)),
    ...[8080, 8081].flatMap((port) => missing(`port ${port}`, reach(all, ours, port), [])),
    ...[...ours, ...others].flatMap((workload) => internetFaults(policies, workload)),
    ...(database.length > 0
      ? []
      : ours
          .filter(({ labels }) => !reached(rules(policies, labels, 'egress'), 5432).has('10.77.77.1'))
          .map(({ name }) => `${name} has no way to the database`)),
  ]
}

/** A rule names whom it lets in and out. */
function openFaults({ metadata, spec }: INetworkPolicy): string[] {
  const nobody = (peers: readonly INetworkPolicyPeer[] | undefined) =>
    peers === undefined ||
    peers.some(({ ipBlock, namespaceSelector, podSelector }) => ipBlock === undefined && takesAll({ ...namespaceSelector, ...podSelector }))
  return [
    ...((spec?.ingress ?? []).some(({ from }) => nobody(from)) ? [`${metadata?.name} lets everybody in`] : []),
    ...((spec?.egress ?? []).some(({ to }) => nobody(to)) ? [`${metadata?.name} lets everything out`] : []),
  ]
}

function missing(what: string, found: readonly string[], wanted: readonly string[]): string[] {
  return [
    ...wanted.filter((pair) => !found.includes(pair)).map((pair) => `${what}: ${pair} is refused`),
    ...found.filter((pair) => !wanted.includes(pair)).map((pair) => `${what}: ${pair} is let through`),
  ]
}

const takesAll = (selector: object | undefined) => selector !== undefined && Object.keys(selector).length === 0

/** Public addresses, and private ones and what embeds them, are told apart as our own fetching does. */
function internetFaults(policies: readonly INetworkPolicy[], workload: Workload): string[] {
  const service = workload.name.replace('winnow-', '')
  const may = (port: number) =>
    (service === 'search-gateway' && port === 80) ||
    (port === 443 && (service === 'search-gateway' || asksModels.some((other) => other === service)))
  const list = rules(policies, workload.labels, 'egress')
  return [80, 443, 22].flatMap((port) => {
    const through = reached(list, port)
    const wrong = samples.find((address) => through.has(address) !== (may(port) && publicSamples.has(address)))
    return wrong === undefined ? [] : [`${workload.name} to ${wrong}:${port} is ${through.has(wrong) ? 'let through' : 'refused'}`]
  })
}

/**
 * An address of each /8 of IPv4, of each /16 where a /8 is parted, of each first 8 bits of IPv6, and of the small blocks that
 * have a meaning of their own. Our fetching lets a public address inside a 6to4 address pass; the network need not.
 */
const samples: readonly string[] = [
  ...Array.from({ length: 256 }, (_, high) => `${high}.77.77.1`),
  ...[100, 168, 169, 172, 192, 198].flatMap((high) => Array.from({ length: 256 }, (_, low) => `${high}.${low}.77.1`)),
  ...['168.63.129.16', '168.63.129.17', '192.0.0.8', '192.0.2.1', '192.88.99.1', '198.51.100.1', '203.0.113.1', '198.51.101.1'],
  ...Array.from({ length: 0x100 }, (_, high) => `${((high << 8) | 1).toString(16)}:4::1`),
  ...['2001:db8::1', '2001:1ff::1', '2001:200::1', '3fff:fff::1', '3fff:1000::1', '64:ff9b::a00:1', '::1', 'fe80::1', 'fd00::1'],
]

const publicSamples: ReadonlySet<string> = new Set(samples.filter((address) => !isPrivateAddress(address)))

function mayTalk(policies: readonly INetworkPolicy[], from: Workload, to: Workload, port: number): boolean {
  const names = (workload: Workload, number: number) =>
    workload.container.ports?.filter(({ containerPort }) => containerPort === number).map(({ name }) => name) ?? []
  if (names(to, port).length === 0) return false
  const fits = (ports: readonly INetworkPolicyPort[] | undefined) => portFits(ports, port, names(to, port))
  const egress = rules(policies, from.labels, 'egress').some(({ to: peers, ports }) => fits(ports) && podFits(peers, to.labels))
  const ingress = rules(policies, to.labels, 'ingress').some(({ from: peers, ports }) => fits(ports) && podFits(peers, from.labels))
  return egress && ingress
}

/** The samples that rules let a pod reach on a port. */
function reached(list: readonly Rule[], port: number): ReadonlySet<string> {
  const open = list.filter(({ ports }) => portFits(ports, port, []))
  if (open.some(({ to }) => to === undefined)) return new Set(samples)
  const inside = open.flatMap(({ to }) => (to ?? []).flatMap(({ ipBlock }) => (ipBlock === undefined ? [] : [samplesOf(ipBlock)])))
  return inside.reduce((all, some) => all.union(some), new Set<string>())
}

interface Rule {
  readonly from?: readonly INetworkPolicyPeer[]
  readonly to?: readonly INetworkPolicyPeer[]
  readonly ports?: readonly INetworkPolicyPort[]
}

function rules(policies: readonly INetworkPolicy[], labels: Labels, way: 'ingress' | 'egress'): readonly Rule[] {
  return policies.filter(({ spec }) => selects(spec?.podSelector, labels)).flatMap(({ spec }) => (spec?.[way] ?? []) as readonly Rule[])
}

function portFits(ports: readonly INetworkPolicyPort[] | undefined, port: number, names: readonly (string | undefined)[]): boolean {
  return (
    ports === undefined || ports.some((one) => (one.protocol ?? 'TCP') === 'TCP' && (one.port === port || names.includes(String(one.port))))
  )
}

/** A peer without a namespace is of our own. */
function podFits(peers: readonly INetworkPolicyPeer[] | undefined, labels: Labels): boolean {
  return (
    peers === undefined ||
    peers.some((peer) => peer.ipBlock === undefined && peer.namespaceSelector === undefined && selects(peer.podSelector, labels))
  )
}

type IpBlock = NonNullable<INetworkPolicyPeer['ipBlock']>

/** The samples in each block that was seen: reading a block for each of them takes long. */
const samplesInside = new Map<string, ReadonlySet<string>>()

function samplesOf({ cidr, except = [] }: IpBlock): ReadonlySet<string> {
  const key = [cidr, ...except].join(' ')
  const known = samplesInside.get(key)
  if (known !== undefined) return known
  const [block, closed] = [blocks([cidr]), blocks(except)]
  const inside = new Set(samples.filter((address) => contains(block, address) && !contains(closed, address)))
  samplesInside.set(key, inside)
  return inside
}

/** Node takes IPv4 addresses for members of ::/0; here the families are apart, as a cluster has them. */
interface Blocks {
  readonly ipv4: BlockList
  readonly ipv6: BlockList
}

function contains({ ipv4, ipv6 }: Blocks, address: string): boolean {
  return isIPv6(address) ? ipv6.check(address, 'ipv6') : ipv4.check(address, 'ipv4')
}

function blocks(cidrs: readonly string[]): Blocks {
  const lists: Blocks = { ipv4: new BlockList(), ipv6: new BlockList() }
  for (const cidr of cidrs) {
    const [address = '', bits] = cidr.split('/')
    const family = isIPv6(address) ? 'ipv6' : 'ipv4'
    lists[family].addSubnet(address, Number(bits), family)
  }
  return lists
}
