import type { getDocumentProxy } from 'unpdf'
import { fontLook } from './font-look.ts'
import type { FontLook, PageText, TextRun } from './text-run.ts'

type PdfDocument = Awaited<ReturnType<typeof getDocumentProxy>>
type PdfPage = Awaited<ReturnType<PdfDocument['getPage']>>
type Direction = readonly [x: number, y: number]
type Drawn = TextRun & { readonly direction: Direction; readonly ends: boolean }

/** The text of one page (1-based), with the looks of its fonts. Throws what the library throws on a page it cannot read. */
export async function pageText(document: PdfDocument, number: number): Promise<PageText> {
  const page = await document.getPage(number)
  const content = await page.getTextContent()
  const items = content.items.filter((item) => 'str' in item)
  const looks = await fontLooks(page, new Set(items.map((item) => item.fontName)))
  const { transform: toPage, width, height } = page.getViewport({ scale: 1 })
  const drawn: Drawn[] = []
  let space = false
  for (const item of items) {
    if (item.str.trim() !== '') {
      const matrix = multiply(toPage, item.transform)
      const size = Math.hypot(matrix[2], matrix[3])
      const length = Math.hypot(matrix[0], matrix[1]) || 1
      const direction: Direction = [Math.round(matrix[0] / length), Math.round(matrix[1] / length)]
      const font = looks.get(item.fontName) ?? fontLook('')
      drawn.push({
        text: item.str.trim(),
        x: matrix[4],
        y: matrix[5],
        width: item.width,
        size,
        font,
        space: space || /^\s/.test(item.str),
        direction,
        ends: item.hasEOL,
      })
    }
    space = item.hasEOL || (item.str === '' ? space : /\s$/.test(item.str))
  }
  page.cleanup()
  return { page: number, ...upright(drawn, width, height) }
}

/** Turns a page whose text runs up or down, such as a wide table, and sets aside what runs another way. */
function upright(drawn: readonly Drawn[], width: number, height: number): Omit<PageText, 'page'> {
  const letters = new Map<string, number>()
  for (const { direction, text } of drawn) letters.set(direction.join(), (letters.get(direction.join()) ?? 0) + text.length)
  const main = [...letters].reduce((best, next) => (next[1] > best[1] ? next : best), ['1,0', 0] as const)[0]
  const [ux = 1, uy = 0] = main.split(',').map(Number)
  // The page's corner from which both reading directions lead into the page.
  const originX = Math.min(0, ux * width) + Math.min(0, uy * height)
  const originY = Math.min(0, -uy * width) + Math.min(0, ux * height)
  const runs = drawn
    .filter(({ direction }) => direction.join() === main)
    .map(({ direction: _, ends: __, ...run }) => ({ ...run, x: run.x * ux + run.y * uy - originX, y: run.y * ux - run.x * uy - originY }))
  const aside = drawn.filter(({ direction }) => direction.join() !== main).map(({ text }) => text)
  return { width: Math.abs(ux * width + uy * height), height: Math.abs(ux * height + uy * width), runs, aside }
}

/**
 * The looks of a page's fonts. The library loads the names of fonts with a page's drawing operators only, so they are
 * listed for pages that bring new fonts. A page whose drawing is broken may still have its text: its fonts are plain.
 */
async function fontLooks(page: PdfPage, names: ReadonlySet<string>): Promise<ReadonlyMap<string, FontLook>> {
  if ([...names].some((name) => !page.commonObjs.has(name))) {
    try {
      await page.getOperatorList()
    } catch (error) {
      if (!(error instanceof Error)) throw error
    }
  }
  return new Map([...names].filter((name) => page.commonObjs.has(name)).map((name) => [name, lookOf(page.commonObjs.get(name))]))
}

/** A look by the font's name, or bold or italic where the library says so by the font's flags. */
function lookOf(font: unknown): FontLook {
  if (typeof font !== 'object' || font === null) return fontLook('')
  const look = fontLook('name' in font && typeof font.name === 'string' ? font.name : '')
  return {
    ...look,
    bold: look.bold || ('bold' in font && font.bold === true),
    italic: look.italic || ('italic' in font && font.italic === true),
  }
}

type Matrix = readonly [number, number, number, number, number, number]

function multiply(outer: readonly number[], inner: readonly number[]): Matrix {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = outer
  const [p = 1, q = 0, r = 0, s = 1, t = 0, u = 0] = inner
  return [a * p + c * q, b * p + d * q, a * r + c * s, b * r + d * s, a * t + c * u + e, b * t + d * u + f]
}
