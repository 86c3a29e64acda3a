import type { Fragment } from './text-run.ts'

/** The fragments of one page and its size in points. */
export type PageFragments = {
  readonly page: number
  readonly width: number
  readonly height: number
  readonly fragments: readonly Fragment[]
}

/** Heads and feet stand in the outer part of a page; page and line numbers may stand at its sides (our reading). */
const MARGIN_ZONE = 0.15
const SIDE_ZONE = 0.08
/** Places differ by less than this many points. */
const SAME_PLACE = 3
/** What stands at one height on this many pages is a running head; in a paper of few pages, where left and right ones differ, on two. */
const REPEATED_PAGES = 3
const FEW_PAGES = 8
const REPEATED_OF_FEW = 2
/** A head of its own is parted from the text by more than this many letters' heights, and set in the others' size. */
const PARTED = 1.3
const SAME_SIZE = 0.3

/**
 * The pages without running heads, running feet and page numbers: text that repeats, digits aside, at one place in the
 * margins of several pages, and what other pages have in that place alone, such as the name of the section.
 */
export function withoutRunningHeads(pages: readonly PageFragments[]): PageFragments[] {
  const heads = repeatedHeads(pages)
  const slots = new Map<string, { y: number; size: number }>()
  for (const page of pages) {
    for (const fragment of page.fragments) {
      const zone = zoneOf(fragment, page)
      if (zone === 'edge' && heads(fragment, zone)) slots.set(`${Math.round(fragment.y)} ${fragment.size}`, fragment)
    }
  }
  return pages.map((page) => {
    const rest = page.fragments.filter((fragment) => !heads(fragment, zoneOf(fragment, page)))
    const isInSlot = (fragment: Fragment) =>
      zoneOf(fragment, page) === 'edge' && [...slots.values()].some((slot) => isAtPlace(fragment, slot))
    const text = rest.filter((fragment) => !isInSlot(fragment))
    const isApart = (fragment: Fragment) =>
      text.every((other) => Math.abs(other.y - fragment.y) > PARTED * Math.max(fragment.size, other.size))
    return { ...page, fragments: rest.filter((fragment) => text.includes(fragment) || !isApart(fragment)) }
  })
}

/** Whether a fragment's words stand at its height in the same zone on enough pages. */
function repeatedHeads(pages: readonly PageFragments[]): (fragment: Fragment, zone: Zone) => boolean {
  const needed = pages.length > FEW_PAGES ? REPEATED_PAGES : REPEATED_OF_FEW
  const pagesAt = new Map<string, Set<number>>()
  for (const page of pages) {
    for (const fragment of page.fragments) {
      const zone = zoneOf(fragment, page)
      if (zone === 'text') continue
      const key = `${zone} ${Math.round(fragment.y)} ${pattern(fragment.text)}`
      pagesAt.set(key, (pagesAt.get(key) ?? new Set()).add(page.page))
    }
  }
  return (fragment, zone) => {
    const found = new Set<number>()
    for (let shift = -SAME_PLACE; shift <= SAME_PLACE; shift++)
      for (const page of pagesAt.get(`${zone} ${Math.round(fragment.y) + shift} ${pattern(fragment.text)}`) ?? []) found.add(page)
    return found.size >= needed
  }
}

function isAtPlace(fragment: Fragment, slot: { readonly y: number; readonly size: number }): boolean {
  return Math.abs(slot.y - fragment.y) <= SAME_PLACE && Math.abs(slot.size - fragment.size) <= SAME_SIZE
}

type Zone = 'edge' | 'side' | 'text'

function zoneOf({ y, x, right, text }: Fragment, { width, height }: PageFragments): Zone {
  if (y < MARGIN_ZONE * height || y > (1 - MARGIN_ZONE) * height) return 'edge'
  const isAtSide = right < SIDE_ZONE * width || x > (1 - SIDE_ZONE) * width
  return isAtSide && /^\d+$/.test(text) ? 'side' : 'text'
}

/** Text by which pages are compared: page numbers, also Roman ones, are all the same. */
function pattern(text: string): string {
  return /^[ivxl]+$/i.test(text) ? '#' : text.toLowerCase().replace(/\d+/g, '#').replace(/\s+/g, ' ')
}
