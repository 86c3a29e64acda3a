import { type BodyStyle, sameColumn } from './body-style.ts'
import { headingWord } from './heading-words.ts'
import type { Line } from './text-run.ts'

/** The title: its text and the indices of its lines (none when only the file's metadata has it). */
export type FoundTitle = { readonly text: string; readonly lines: ReadonlySet<number> }

/** The title is larger than the body text (tried in libraries.md §c), or bold where a manuscript has but one size. */
const TITLE_RATIO = 1.12
const MAX_LINES = 7
/** It stands in the upper part of its page. */
const UPPER_PART = 0.62
const LINE_STEP = 1.75
const MAX_JOURNAL_WORDS = 8
/** What stands above a title in large letters: the journal's name, the kind of the article. */
const NO_TITLE =
  /^(?:(?:the )?(?:international |european |american |brazilian )?journal (?:of|for)\b|revista\b|annals of|archives of|proceedings of|transactions on|bulletin of|(?:original |research |review |short |brief )?(?:article|paper|review|report|communication)s?$|artigos?\b|artículos?\b|open access|preprint|working paper|accepted manuscript|technical report|contents lists|available online|volume \d|vol\.|issn|doi\b|https?:|www\.)/i

/**
 * The title on the first page with text: the most prominent block of its upper part that is neither the journal's name
 * nor a label. A title of the metadata wins when the page prints it too; alone it counts when the page shows none.
 * `runningHeads` are texts of the pages' margins: they tell the journal's name by the volume behind it.
 */
export function findTitle(
  lines: readonly Line[],
  body: BodyStyle,
  pageHeight: number,
  fromMetadata: string | undefined,
  runningHeads: readonly string[],
): FoundTitle | undefined {
  const page = lines[0]?.page
  const blocks = titleBlocks(lines, page)
  const printed =
    fromMetadata === undefined ? undefined : blocks.find((block) => block.key.length > 0 && letters(fromMetadata) === block.key)
  if (printed !== undefined) return { text: fromMetadata ?? printed.text, lines: printed.lines }
  const usable = blocks.filter((block) => block.y < UPPER_PART * pageHeight && isTitleText(block.text))
  const large = usable.filter((block) => block.size >= body.size * TITLE_RATIO)
  const contexts = [...runningHeads, ...lines.filter((line) => line.page === page).map((line) => line.text)].map((text) =>
    text.toLowerCase(),
  )
  const best =
    mostProminent(large.filter((block) => !isJournal(block.text, contexts))) ??
    mostProminent(large) ??
    usable.find((block) => block.bold && !body.bold && block.text.split(' ').length >= 3)
  const isMetadataPrinted =
    fromMetadata !== undefined &&
    letters(
      lines
        .filter((line) => line.page === page)
        .map((line) => line.text)
        .join(''),
    ).includes(letters(fromMetadata))
  if (fromMetadata !== undefined && (best === undefined || (isMetadataPrinted && !letters(best.text).includes(letters(fromMetadata)))))
    return { text: fromMetadata, lines: new Set() }
  return best === undefined ? undefined : { text: best.text, lines: best.lines }
}

type Block = {
  readonly text: string
  readonly key: string
  readonly size: number
  readonly bold: boolean
  readonly y: number
  readonly lines: ReadonlySet<number>
}

/** Neighbouring lines of one size and font on one page. */
function titleBlocks(lines: readonly Line[], page: number | undefined): Block[] {
  const blocks: Block[] = []
  let from = 0
  for (let index = 0; index < lines.length && lines[index]?.page === page; index++) {
    const line = lines[index]
    const next = lines[index + 1]
    if (line !== undefined && next !== undefined && next.page === page && isSameBlock(line, next)) continue
    const parts = lines.slice(from, index + 1)
    if (parts[0] !== undefined && parts.length <= MAX_LINES) {
      const text = parts
        .map((part) => part.text)
        .join(' ')
        .replace(/(\p{Ll})- (?=\p{Ll})/gu, '$1-')
      blocks.push({
        text,
        key: letters(text),
        size: parts[0].size,
        bold: parts[0].bold,
        y: parts[0].y,
        lines: new Set(parts.map((_, offset) => from + offset)),
      })
    }
    from = index + 1
  }
  return blocks
}

function isSameBlock(line: Line, next: Line): boolean {
  return (
    sameColumn(line, next) &&
    Math.abs(line.size - next.size) <= 0.3 &&
    line.font === next.font &&
    line.bold === next.bold &&
    next.y - line.y <= LINE_STEP * next.size
  )
}

function mostProminent(blocks: readonly Block[]): Block | undefined {
  return blocks.reduce<Block | undefined>((best, block) => (best === undefined || block.size > best.size + 0.3 ? block : best), undefined)
}

/** "Acta Amazonica 53: 271-280": a journal's name stands somewhere with a volume or a year behind it. */
function isJournal(text: string, contexts: readonly string[]): boolean {
  if (text.split(' ').length > MAX_JOURNAL_WORDS) return false
  const name = text.toLowerCase()
  return contexts.some((context) => {
    const at = context.indexOf(name)
    return at !== -1 && /^[\s,.:;]*(?:\(?(?:vol|v\.|n[º°o.])|\(?\d)/.test(context.slice(at + name.length))
  })
}

function isTitleText(text: string): boolean {
  return (
    (text.match(/\p{L}/gu)?.length ?? 0) > 3 &&
    !NO_TITLE.test(text) &&
    headingWord(text) === undefined &&
    !/^(?:\p{L}\s?){1,3}$/u.test(text)
  )
}

/** The letters of a text alone, small, for comparison. */
export function letters(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
}
