import type { Fragment } from './text-run.ts'

/** The fragments of one page and its size in points. */
export type PageFragments = {
  readonly page: number
  readonly width: number
  readonly height: number
  readonly fragments: readonly Fragment[]
}

/** Heads and feet stand in the outer part of a page; page numbers may stand at its sides (our reading). */
const MARGIN_ZONE = 0.15
const SIDE_ZONE = 0.08
/** What stands at one height (± points) on this many pages is a running head; on two in a paper of at most four pages. */
const SAME_PLACE = 3
const REPEATED_PAGES = 3
const SHORT_PAPER_PAGES = 4
const SHORT_PAPER_REPEATED = 2
/** A head is parted from the text by more than this many of its letters' heights. */
const PARTED = 1.3

/**
 * The pages without running heads, running feet and page numbers: text that repeats, digits aside, at one place in the
 * margins of several pages, and what other pages have in that place alone, such as the name of the section.
 */
export function withoutRunningHeads(pages: readonly PageFragments[]): PageFragments[] {
  const needed = pages.length > SHORT_PAPER_PAGES ? REPEATED_PAGES : SHORT_PAPER_REPEATED
  const places = new Map<string, { page: number; y: number; x: number; size: number; side: boolean }[]>()
  for (const { page, width, height, fragments } of pages) {
    for (const fragment of fragments) {
      const zone = zoneOf(fragment, width, height)
      if (zone === undefined) continue
      const key = `${zone} ${pattern(fragment.text)}`
      const place = { page, y: fragment.y, x: fragment.x, size: fragment.size, side: zone === 'side' }
      places.set(key, [...(places.get(key) ?? []), place])
    }
  }
  const repeated = new Set<string>()
  const slots: { y: number; size: number }[] = []
  const near = (key: string, y: number) => {
    const there = (places.get(key) ?? []).filter((place) => Math.abs(place.y - y) <= SAME_PLACE)
    return new Set(there.map((place) => place.page)).size >= needed
  }
  for (const [key, found] of places) {
    const kept = found.filter((place) => near(key, place.y))
    for (const { y, size, side } of kept) if (!side && !slots.some((slot) => slot.y === y && slot.size === size)) slots.push({ y, size })
    if (kept.length > 0) repeated.add(key)
  }
  return pages.map((page) => {
    const isHead = (fragment: Fragment) => {
      const zone = zoneOf(fragment, page.width, page.height)
      if (zone === undefined) return false
      const key = `${zone} ${pattern(fragment.text)}`
      return repeated.has(key) && near(key, fragment.y)
    }
    const rest = page.fragments.filter((fragment) => !isHead(fragment))
    const inSlot = (fragment: Fragment) =>
      isOuter(fragment, page) &&
      slots.some((slot) => Math.abs(slot.y - fragment.y) <= SAME_PLACE && Math.abs(slot.size - fragment.size) <= 0.3)
    const alone = (fragment: Fragment) =>
      !rest.some((other) => !inSlot(other) && Math.abs(other.y - fragment.y) <= PARTED * Math.max(fragment.size, other.size))
    return { ...page, fragments: rest.filter((fragment) => !(inSlot(fragment) && alone(fragment))) }
  })
}

function isOuter(fragment: Fragment, page: PageFragments): boolean {
  const zone = zoneOf(fragment, page.width, page.height)
  return zone === 'head' || zone === 'foot'
}

function zoneOf({ y, x, right, text }: Fragment, width: number, height: number): 'head' | 'foot' | 'side' | undefined {
  if (y < MARGIN_ZONE * height) return 'head'
  if (y > (1 - MARGIN_ZONE) * height) return 'foot'
  const atSide = right < SIDE_ZONE * width || x > (1 - SIDE_ZONE) * width
  return atSide && /^\d+$/.test(text) ? 'side' : undefined
}

/** Text by which pages are compared: page numbers, also Roman ones, are all the same. */
function pattern(text: string): string {
  return /^[ivxl]+$/i.test(text) ? '#' : text.toLowerCase().replace(/\d+/g, '#').replace(/\s+/g, ' ')
}
