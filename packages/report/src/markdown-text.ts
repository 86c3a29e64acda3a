import { roundBracketedNumbers } from '@winnow/text/bracketed-numbers.ts'

/**
 * Text from outside (titles, quotes, model prose) as inline Markdown that shows exactly its characters and changes no
 * structure (PBR-022): one line, every sign that opens something escaped, a bracketed number written (n) so that it is
 * no citation (spec §12). Backticks become a character reference, so that the file holds none that could pair up.
 */
export function escapeMarkdown(text: string): string {
  return (
    roundBracketedNumbers(oneLine(text))
      .replace(/[\\*[\]|~]/g, '\\$&')
      // An underscore inside a word opens no emphasis.
      .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_')
      // Signs that open a tag or a character reference; "p < 0.05" and "R&D" stay as they are.
      .replace(/<(?=[A-Za-z/!?])/g, '\\<')
      .replace(/&(?=#?\w+;)/g, '\\&')
      .replaceAll('`', '&#96;')
      // At the start of a line: heading, quote, list, rule. A heading also ends with "#" after a blank.
      .replace(/(?<=^|\s)#/g, '\\#')
      .replace(/^[>+=-]/, '\\$&')
      .replace(/^(\d{1,9})([.)])/, '$1\\$2')
      // The three lines that tell the run are found by their beginning (spec §12).
      .replace(/^(Run|Generated|Duration):/, '$1\\:')
  )
}

/** The text in one line: white space collapsed, control characters gone. */
export function oneLine(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replace(/[\u0000-\u001F\u007F-\u009F]/g, '')
    .trim()
}

/** A table of Markdown: cells are Markdown already; numbers stand right. Without rows there is no table: ''. */
export function table(columns: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const [first] = rows
  if (first === undefined) return ''
  const line = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`
  return [line(columns), line(first.map((cell) => (typeof cell === 'number' ? '---:' : '---'))), ...rows.map(line)].join('\n')
}

/** A list of Markdown; items are Markdown already. */
export function bullets(items: readonly string[]): string {
  return items.map((item) => `- ${item}`).join('\n')
}

/** A heading of the given level over its blocks; blocks that are empty are left out. '' when all are. */
export function section(level: number, heading: string, blocks: readonly string[]): string {
  const filled = blocks.filter((block) => block !== '')
  return filled.length === 0 ? '' : [`${'#'.repeat(level)} ${heading}`, ...filled].join('\n\n')
}

/** "1 document", "2 documents"; the plural may be given ("2 queries"). */
export function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : plural}`
}

/** The text cut at a word boundary to at most `length` characters, with "…" where something is missing. */
export function shortened(text: string, length: number): string {
  const line = oneLine(text)
  if (line.length <= length) return line
  return `${line.slice(0, length).toWellFormed().replace(/\S*$/, '').trimEnd()}…`
}
