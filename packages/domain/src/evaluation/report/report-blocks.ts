/** A piece of running text of a Markdown file: a paragraph or an item of a list, in one line, without Markdown's escapes. */
export interface ReportBlock {
  /** The heading of the second level that it stands below; null above the first. */
  readonly section: string | null
  /** The nearest heading of any level; '' above the first. */
  readonly heading: string
  readonly kind: 'paragraph' | 'item'
  readonly text: string
}

const FENCE = /^\s*(?:```|~~~)/
const HEADING = /^(#{1,6})\s+(.*?)\s*#*$/
const ITEM = /^\s*(?:[-*+]|\d{1,9}[.)])\s+(.*)$/
/** Tables, rules and quoted lines are no running text; neither is a list of references, whose lines begin with "[n]". */
const APART = /^\s*(?:\||>|(?:[-*_]\s*){3,}$|\[\d{1,3}\]\s)/

/** The running text of a Markdown file in its order; tables, code, rules, quoted lines and entries of references are left out. */
export function reportBlocks(markdown: string): readonly ReportBlock[] {
  const blocks: ReportBlock[] = []
  let headings: readonly { readonly level: number; readonly text: string }[] = []
  let open: { readonly kind: ReportBlock['kind']; readonly lines: string[] } | null = null
  let code = false
  const close = () => {
    const text = open === null ? '' : withoutEscapes(open.lines.join(' ').replace(/\s+/g, ' ').trim())
    if (open !== null && text !== '') {
      const section = headings.find(({ level }) => level === 2)?.text ?? null
      blocks.push({ section, heading: headings.at(-1)?.text ?? '', kind: open.kind, text })
    }
    open = null
  }
  for (const line of markdown.split(/\r?\n/)) {
    if (FENCE.test(line)) {
      close()
      code = !code
      continue
    }
    if (code) continue
    const heading = HEADING.exec(line)
    const item = ITEM.exec(line)
    if (heading !== null) {
      close()
      const level = heading[1]?.length ?? 1
      headings = [...headings.filter((above) => above.level < level), { level, text: withoutEscapes(heading[2] ?? '') }]
    } else if (line.trim() === '' || APART.test(line)) close()
    else if (item !== null) {
      close()
      open = { kind: 'item', lines: [item[1] ?? ''] }
    } else {
      open ??= { kind: 'paragraph', lines: [] }
      open.lines.push(line)
    }
  }
  close()
  return blocks
}

/**
 * Text as it is shown: Markdown's escapes resolved. A bracketed number that was escaped is no citation mark and gets round
 * brackets (spec §12).
 */
export function withoutEscapes(text: string): string {
  return text
    .replace(/\\\[(\s*\d[\d\s,;–—-]*)\\\]/g, '($1)')
    .replace(/\\([!-/:-@[-`{-~])/g, '$1')
    .replaceAll('&#96;', '`')
}
