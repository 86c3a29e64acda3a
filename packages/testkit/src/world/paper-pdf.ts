import type { Corpus } from './corpus.ts'
import { paperOf } from './paper.ts'
import type { WorldWork } from './world-work.ts'

interface Line {
  readonly text: string
  readonly size: number
  readonly bold: boolean
  /** Points from the bottom of the page. */
  readonly y: number
}

const WIDTH = 612
const HEIGHT = 792
const MARGIN = 72
const BODY = 11
/** Baselines are so many font sizes apart. */
const LEADING = 1.5
/** Helvetica's letters are about half as wide as they are high. */
const MEAN_WIDTH = 0.5

/** The full text of a work as a PDF of one column in Helvetica, with page numbers. The same bytes for the same work. */
export function paperPdf(corpus: Corpus, work: WorldWork): Uint8Array {
  const paper = paperOf(corpus, work)
  const page = new Pages()
  page.text(paper.title, 16, true, 6)
  page.text(paper.authors.join(', '), BODY, false, 14)
  page.text('Abstract', 12, true, 4)
  page.text(paper.abstract, BODY, false, 10)
  for (const [index, { heading, paragraphs }] of paper.sections.entries()) {
    page.text(`${index + 1} ${heading}`, 12, true, 4)
    for (const paragraph of paragraphs) page.text(paragraph, BODY, false, 6)
  }
  if (paper.references.length > 0) page.text('References', 12, true, 4)
  for (const [index, reference] of paper.references.entries()) page.text(`[${index + 1}] ${reference}`, BODY, false, 3)
  return pdfFile(page.lines)
}

/** Lays lines out from top to bottom, page after page. */
class Pages {
  readonly lines: Line[][] = [[]]
  #y = HEIGHT - MARGIN

  text(text: string, size: number, bold: boolean, spaceAfter: number): void {
    const lines = wrapped(text, Math.floor((WIDTH - 2 * MARGIN) / (size * MEAN_WIDTH)))
    // A heading stays with what follows.
    if (this.#y - lines.length * size * LEADING < MARGIN && bold) this.#next()
    for (const line of lines) {
      if (this.#y < MARGIN + size * LEADING) this.#next()
      this.#y -= size * LEADING
      this.lines.at(-1)?.push({ text: line, size, bold, y: this.#y })
    }
    this.#y -= spaceAfter
  }

  #next(): void {
    this.lines.push([])
    this.#y = HEIGHT - MARGIN
  }
}

function wrapped(text: string, width: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(/\s+/).filter((part) => part !== '')) {
    if (line !== '' && line.length + word.length >= width) {
      lines.push(line)
      line = word
    } else line = line === '' ? word : `${line} ${word}`
  }
  return line === '' ? lines : [...lines, line]
}

function pdfFile(pages: readonly (readonly Line[])[]): Uint8Array {
  const font = (name: string) => `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`
  const objects = ['<< /Type /Catalog /Pages 2 0 R >>', '', font('Helvetica'), font('Helvetica-Bold')]
  const kids = pages.map((lines, index) => {
    const number = { text: String(index + 1), size: 9, bold: false, y: 36 }
    const shown = [...lines.map((line) => draw(line, MARGIN)), draw(number, WIDTH / 2)].join('\n')
    const content = objects.push(`<< /Length ${shown.length} >>\nstream\n${shown}\nendstream`)
    const resources = '/Resources << /Font << /F1 3 0 R /F2 4 0 R >> >>'
    return objects.push(`<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${WIDTH} ${HEIGHT}] /Contents ${content} 0 R ${resources} >>`)
  })
  objects[1] = `<< /Type /Pages /Kids [${kids.map((kid) => `${kid} 0 R`).join(' ')}] /Count ${kids.length} >>`
  let body = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const offset = body.length
    body += `${index + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const size = objects.length + 1
  const end = `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Root 1 0 R /Size ${size} >>\nstartxref\n${body.length}\n%%EOF\n`
  return Buffer.from(body + end, 'latin1')
}

function draw({ text, size, bold, y }: Line, x: number): string {
  return `BT /F${bold ? 2 : 1} ${size} Tf ${x} ${y.toFixed(1)} Td (${winAnsi(text).replace(/[\\()]/g, '\\$&')}) Tj ET`
}

const PUNCTUATION: Readonly<{ [mark: string]: string }> = {
  '‘': "'",
  '’': "'",
  '“': '"',
  '”': '"',
  '–': '-',
  '—': '-',
  '‐': '-',
  '‑': '-',
  '…': '...',
}

/** The text in the letters of Latin-1: others lose their accents, and become "?" where nothing is left. */
function winAnsi(text: string): string {
  return [...text]
    .map((letter) => {
      if (letter <= '\u00ff') return letter
      const plain = PUNCTUATION[letter] ?? letter.normalize('NFKD').replace(/\p{M}/gu, '')
      return /^[\u0020-\u00ff]+$/.test(plain) ? plain : '?'
    })
    .join('')
}
