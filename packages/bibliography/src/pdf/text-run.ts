/** How a font looks, as far as its name tells. */
export type FontLook = { readonly name: string; readonly bold: boolean; readonly italic: boolean }

/**
 * A piece of text as the PDF draws it. Lengths are points; `x` runs right and `y` (the baseline) runs down from the top
 * left corner of the page as it is read, whatever its rotation. `space` says that white space stands before it.
 */
export type TextRun = {
  readonly text: string
  readonly x: number
  readonly y: number
  readonly width: number
  readonly size: number
  readonly font: FontLook
  readonly space: boolean
}

/** The text of one page: what runs in the page's main direction, and the words of the rest (stamps along the margin). */
export type PageText = {
  readonly page: number
  readonly width: number
  readonly height: number
  readonly runs: readonly TextRun[]
  readonly aside: readonly string[]
}

/** Contiguous runs on one baseline: a line of a column, or a part of one. `size` and the looks are those of most letters. */
export type Fragment = {
  readonly text: string
  readonly x: number
  readonly right: number
  readonly y: number
  readonly size: number
  readonly font: string
  readonly bold: boolean
  readonly italic: boolean
  /** Whether its first word is bold: a heading that runs into its paragraph begins so. */
  readonly boldStart: boolean
  /** Its place in the order of the file. */
  readonly order: number
}

/** A line of a column in reading order. `column` numbers the blocks of a page that are read top to bottom. */
export type Line = Fragment & {
  readonly page: number
  readonly column: number
  /** Whether wide gaps part it into cells: a row of a table, not prose. */
  readonly tabular: boolean
}
