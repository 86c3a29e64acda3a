/** What a bench is given: the folder of its data, or undefined for the usual one. */
type BenchOptions = { readonly data: string | undefined }

/** One measurement over data with known answers: `result` is printed with --json, `table` without. */
type BenchOutcome =
  | { readonly kind: 'measured'; readonly result: object; readonly table: string }
  | { readonly kind: 'no-data'; readonly message: string }

export type Bench = { readonly summary: string; readonly run: (options: BenchOptions) => Promise<BenchOutcome> }
