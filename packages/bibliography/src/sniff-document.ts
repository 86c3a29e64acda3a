/** What the bytes of a document are. `xml`: XML of another kind than JATS or XHTML. */
export type DocumentKind =
  | { readonly kind: 'pdf' /** The file has its end mark. */; readonly ended: boolean }
  | { readonly kind: 'jats' }
  | { readonly kind: 'html' }
  | { readonly kind: 'xml' /** Name of the root element. */; readonly root: string }
  | { readonly kind: 'empty' }
  | { readonly kind: 'other' /** For messages: "a ZIP file". */; readonly name: string }

/** The PDF mark may come after a byte order mark, blank lines or rubbish, this far in (PBR-021; pdf.js reads as far). */
const HEAD_BYTES = 1024
/** The end mark of a PDF is looked for in this many last bytes: signatures and blank lines may follow it. */
const TAIL_BYTES = 2048
/** A prologue of XML (comments, a document type with declarations) is passed over as far as this. */
const PROLOGUE_BYTES = 64 * 1024

const MAGIC: readonly (readonly [bytes: readonly number[], name: string])[] = [
  [[0x50, 0x4b, 0x03, 0x04], 'a ZIP file (EPUB, Word or an archive)'],
  [[0x1f, 0x8b], 'a gzip file'],
  [[0xd0, 0xcf, 0x11, 0xe0], 'an old Office file'],
  [[0x7b, 0x5c, 0x72, 0x74, 0x66], 'an RTF file'],
  [[0x25, 0x21, 0x50, 0x53], 'a PostScript file'],
  [[0x89, 0x50, 0x4e, 0x47], 'a PNG image'],
  [[0xff, 0xd8, 0xff], 'a JPEG image'],
  [[0x47, 0x49, 0x46, 0x38], 'a GIF image'],
]

/**
 * Tells what a document is by its first and last bytes; neither its name nor the server's content type is asked, since both
 * lie (PBR-021).
 */
export function sniffDocument(bytes: Uint8Array): DocumentKind {
  const start = decodeStart(bytes)
  const text = start.trimStart()
  if (text === '' && bytes.length <= PROLOGUE_BYTES) return { kind: 'empty' }
  const magic = MAGIC.find(([mark]) => mark.every((byte, index) => bytes[index] === byte))
  if (magic !== undefined) return { kind: 'other', name: magic[1] }
  if (!text.startsWith('<') && latin1(bytes.subarray(0, HEAD_BYTES)).includes('%PDF-')) {
    return { kind: 'pdf', ended: latin1(bytes.subarray(-TAIL_BYTES)).includes('%%EOF') }
  }
  return text.startsWith('<') ? markupKind(text) : textKind(text)
}

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
}

function decodeStart(bytes: Uint8Array): string {
  const wide = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : 'utf-8'
  return new TextDecoder(wide).decode(bytes.subarray(0, PROLOGUE_BYTES))
}

const PROLOGUE = /^(?:\s+|<\?[\s\S]*?\?>|<!--[\s\S]*?-->|<!DOCTYPE(?:[^[>"']|"[^"]*"|'[^']*')*(?:\[[\s\S]*?\]\s*)?>)+/i
const JATS_ROOT = /^(?:pmc-articleset|OAI-PMH|article)$/
const JATS_INSIDE = /<(?:[\w.-]+:)?(?:article-meta|journal-meta|front|front-stub)[\s>]/

function markupKind(text: string): DocumentKind {
  const prologue = PROLOGUE.exec(text)?.[0] ?? ''
  const root = /^<(?:[\w.-]+:)?([\w.-]+)/.exec(text.slice(prologue.length))?.[1] ?? ''
  const isXml = text.startsWith('<?xml')
  if (/<!DOCTYPE\s+html/i.test(prologue) || /^html$/i.test(root)) return { kind: 'html' }
  if (JATS_ROOT.test(root) && (isXml || JATS_INSIDE.test(text) || root !== 'article')) return { kind: 'jats' }
  return isXml && root !== '' ? { kind: 'xml', root } : { kind: 'html' }
}

function textKind(text: string): DocumentKind {
  if (/<(?:html|head|body)[\s>]/i.test(text.slice(0, HEAD_BYTES))) return { kind: 'html' }
  return { kind: 'other', name: text.includes('\uFFFD') ? 'a file of an unknown kind' : 'plain text' }
}
