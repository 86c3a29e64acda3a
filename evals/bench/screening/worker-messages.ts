/** What the bench tells a process of screening workers: to work, to measure from here on, to stop working, to end. */
export type Order = { readonly kind: 'work'; readonly workers: number } | { readonly kind: 'measure' | 'rest' | 'end' }

/**
 * What it answers: it is connected; it works; the outcome of a batch is in the log; it has stopped working, has asked the model
 * so often since it began to work, and was so long on a processor since it began to measure.
 */
export type Reply =
  | { readonly kind: 'ready' | 'working' | 'done' }
  | { readonly kind: 'rested'; readonly calls: number; readonly cpuMs: number }
