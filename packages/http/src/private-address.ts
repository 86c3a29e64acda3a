import { isIPv4, isIPv6 } from 'node:net'

/** IPv4 blocks that are not on the public internet (IANA special-purpose registry), and Azure's metadata server, which looks public. */
const closedV4 = [
  '0.0.0.0/8', // this network
  '10.0.0.0/8', // private
  '100.64.0.0/10', // carrier-grade NAT
  '127.0.0.0/8', // loopback
  '168.63.129.16/32', // metadata and DNS of Azure
  '169.254.0.0/16', // link-local; metadata of most clouds
  '172.16.0.0/12', // private
  '192.0.0.0/24', // protocol assignments
  '192.0.2.0/24', // documentation
  '192.88.99.0/24', // 6to4 relays
  '192.168.0.0/16', // private
  '198.18.0.0/15', // benchmarks
  '198.51.100.0/24', // documentation
  '203.0.113.0/24', // documentation
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved, broadcast
].map(v4Block)

/** IPv6: of the global unicast block 2000::/3 these are not public; outside it nothing is, but for embedded IPv4. */
const globalV6 = v6Block('2000::/3')
const closedV6 = [
  '2001::/23', // protocol assignments: Teredo, benchmarks, ORCHID
  '2001:db8::/32', // documentation
  '3fff::/20', // documentation
].map(v6Block)

/** Blocks whose addresses stand for an IPv4 address, and where it begins. */
const embeddingV6 = [
  { block: v6Block('::ffff:0:0/96'), at: 6 }, // mapped
  { block: v6Block('64:ff9b::/96'), at: 6 }, // NAT64
  { block: v6Block('2002::/16'), at: 1 }, // 6to4
]

/**
 * Whether an IP address (dotted or IPv6 text, also in brackets or with a zone) is anything but a public unicast address:
 * private, loopback, link-local, unique local, carrier-grade NAT, multicast, reserved, cloud metadata, or an IPv6 form of one.
 * What is no IP address in these forms counts as private: URLs have brought numbers like 0x7f.1 into dotted form already.
 */
export function isPrivateAddress(address: string): boolean {
  const text = address.replace(/^\[(.*)\]$/, '$1').replace(/%.*$/, '')
  if (isIPv4(text)) return closedV4.some((block) => inBlock(v4Words(text), block))
  if (!isIPv6(text)) return true
  const words = v6Words(text)
  const embedding = embeddingV6.find(({ block }) => inBlock(words, block))
  if (embedding !== undefined) {
    const v4 = words.slice(embedding.at, embedding.at + 2)
    return closedV4.some((block) => inBlock(v4, block))
  }
  return !inBlock(words, globalV6) || closedV6.some((block) => inBlock(words, block))
}

interface Block {
  /** The address as 16-bit words. */
  readonly words: readonly number[]
  readonly bits: number
}

function v4Block(text: string): Block {
  const [address = '', bits] = text.split('/')
  return { words: v4Words(address), bits: Number(bits) }
}

function v6Block(text: string): Block {
  const [address = '', bits] = text.split('/')
  return { words: v6Words(address), bits: Number(bits) }
}

function inBlock(words: readonly number[], block: Block): boolean {
  return block.words.every((word, at) => {
    const ignored = 16 - Math.min(16, Math.max(0, block.bits - at * 16))
    return word >> ignored === (words[at] ?? 0) >> ignored
  })
}

function v4Words(text: string): number[] {
  const [a = 0, b = 0, c = 0, d = 0] = text.split('.').map(Number)
  return [a * 256 + b, c * 256 + d]
}

function v6Words(text: string): number[] {
  const [before = '', after] = text.split('::')
  const head = groups(before)
  const tail = groups(after ?? '')
  return [...head, ...Array<number>(8 - head.length - tail.length).fill(0), ...tail]
}

function groups(text: string): number[] {
  if (text === '') return []
  return text.split(':').flatMap((group) => (group.includes('.') ? v4Words(group) : [Number.parseInt(group, 16)]))
}
