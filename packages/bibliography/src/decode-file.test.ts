import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { decodeText, isGzip, unpackGzip } from './decode-file.ts'

const GUESSED = 'the file is no UTF-8: read as Latin-1 (Windows-1252); check letters with accents'

test.each<[name: string, bytes: number[] | Buffer, text: string, problem: string | undefined]>([
  ['UTF-8', Buffer.from('Gödel'), 'Gödel', undefined],
  ['UTF-8 with mark', Buffer.from('\uFEFFGödel'), 'Gödel', undefined],
  ['UTF-16 LE', Buffer.from('\uFEFFGödel', 'utf16le'), 'Gödel', undefined],
  ['UTF-16 BE', Buffer.from('\uFEFFGödel', 'utf16le').swap16(), 'Gödel', undefined],
  ['a lone surrogate in UTF-16', [0xff, 0xfe, 0x3d, 0xd8, 0x41, 0x00], '\uFFFDA', undefined],
  ['Latin-1', Buffer.from('Gödel é', 'latin1'), 'Gödel é', GUESSED],
  ['Windows-1252', [0x93, 0x41, 0x94, 0x20, 0x96], '“A” –', GUESSED],
  ['CRLF and CR', Buffer.from('a\r\nb\rc\n'), 'a\nb\nc\n', undefined],
  ['NUL', Buffer.from('a\u0000b'), 'a\u0000b', undefined],
  ['right to left', Buffer.from('تأثير\u200f'), 'تأثير\u200f', undefined],
  ['0xFF alone is no mark', [0xff, 0x41], 'ÿA', GUESSED],
  ['0xFE alone is no mark', [0xfe, 0x41], 'þA', GUESSED],
])('%s', (_, bytes, text, problem) => {
  expect(decodeText(Buffer.from(bytes))).toEqual(problem === undefined ? { text } : { text, problem })
})

const PACKED = gzipSync('line of text\n'.repeat(1000))

test('gzip is unpacked', () => {
  expect(Buffer.from(unpackGzip(PACKED, 13_000).bytes ?? []).toString()).toBe('line of text\n'.repeat(1000))
  expect(unpackGzip(PACKED, 13_000)).not.toHaveProperty('problem')
})

test('more than the limit is refused', () => {
  expect(unpackGzip(PACKED, 12_999)).toEqual({ problem: 'unpacks to more than 12999 bytes: not read' })
})

test('of a file cut off, what is there is read', () => {
  const random = Buffer.from(Array.from({ length: 5000 }, (_, index) => `${(index * 7919) % 10007}\n`).join(''))
  const cut = unpackGzip(gzipSync(random).subarray(0, 8000), 1_000_000)
  expect(cut.problem).toBe('the gzip file ends too early: only its beginning was read')
  expect(cut.bytes?.length).toBeGreaterThan(1000)
  expect(Buffer.from(cut.bytes ?? []).equals(random.subarray(0, cut.bytes?.length))).toBe(true)
})

test('broken data is said to be so', () => {
  const broken = Buffer.from(PACKED)
  broken.fill(0xff, 12, 30)
  expect(unpackGzip(broken, 1_000_000)).toEqual({ problem: 'broken gzip data: not read' })
})

test.each<[bytes: number[], is: boolean]>([
  [[0x1f, 0x8b, 8], true],
  [[0x1f, 0x8c], false],
  [[0x1e, 0x8b], false],
  [[], false],
])('gzip %j: %s', (bytes, is) => {
  expect(isGzip(Uint8Array.from(bytes))).toBe(is)
})
