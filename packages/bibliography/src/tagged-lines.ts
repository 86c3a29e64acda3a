/** One entry of a format with a tag on each line (RIS, nbib, EndNote): its fields in their order, and the line where it begins. */
export type TaggedEntry = { readonly line: number; readonly fields: readonly TaggedField[] }
export type TaggedField = { readonly tag: string; readonly value: string }

/** All values of the first of `tags` that has any. */
export function allValues(entry: TaggedEntry, ...tags: readonly string[]): string[] {
  for (const tag of tags) {
    const values = entry.fields.filter((field) => field.tag === tag && field.value.trim() !== '').map((field) => field.value)
    if (values.length > 0) return values
  }
  return []
}

/** The first value of the first of `tags` that has any. */
export function firstValue(entry: TaggedEntry, ...tags: readonly string[]): string | undefined {
  return allValues(entry, ...tags)[0]
}

/** Collects the lines of one file into entries. A line without a tag goes on with the field before it. */
export class TaggedLines {
  readonly #entries: TaggedEntry[] = []
  #line = 0
  #fields: { tag: string; lines: string[] }[] = []

  /** A field; the first one after `close` begins a new entry at `line`. */
  add(tag: string, value: string, line: number): void {
    if (this.#fields.length === 0) this.#line = line
    this.#fields.push({ tag, lines: [value] })
  }

  /** A further line of the last field; outside an entry it is no data and passes. */
  goOn(value: string): void {
    this.#fields.at(-1)?.lines.push(value)
  }

  /** True within an entry that has this tag already. */
  has(tag: string): boolean {
    return this.#fields.some((field) => field.tag === tag)
  }

  /** Ends the entry. */
  close(): void {
    if (this.#fields.length === 0) return
    this.#entries.push({ line: this.#line, fields: this.#fields.map(({ tag, lines }) => ({ tag, value: lines.join('\n').trim() })) })
    this.#fields = []
  }

  entries(): readonly TaggedEntry[] {
    this.close()
    return this.#entries
  }
}
