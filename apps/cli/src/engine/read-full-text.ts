import { readFile, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { WorkerParser } from '@winnow/bibliography/parse-in-worker.ts'
import { type ReadDocument, readDocument, type UnreadDocument } from '@winnow/bibliography/read-document.ts'
import { createDocumentFetcher, type DocumentFetcher, type FetchFailureKind } from '@winnow/http/fetch-document.ts'
import type { CommandContext } from '../command-context.ts'
import { userAgent } from '../user-agent.ts'

/** A file larger than this is not even looked into; the reader of each format has its own limit below it. */
const largestFile = 100 * 1024 * 1024

/** A document that gave no text: what it was, why in words, and whether the input is to blame or the way to it. */
export interface Unread {
  readonly outcome: UnreadDocument['outcome'] | FetchFailureKind | 'unreadable'
  readonly reason: string
  readonly blame: 'input' | 'network'
}

export type FullTextReading = ReadDocument | Unread

/** Reads a file, by its path below the user's folder. */
export async function readFullTextFile(path: string, cwd: string): Promise<FullTextReading> {
  const file = resolve(cwd, path)
  const refused = (reason: string): Unread => ({ outcome: 'unreadable', reason, blame: 'input' })
  try {
    const stats = await stat(file)
    if (stats.isDirectory()) return refused('a folder; name one file, or give the folder to research with --library')
    if (!stats.isFile()) return refused('neither a file nor an http(s) address')
    if (stats.size > largestFile) {
      const size = `${Math.ceil(stats.size / 1024 ** 2)} MB, more than the ${largestFile / 1024 ** 2} MB that are read`
      return { outcome: 'too-large', reason: size, blame: 'input' }
    }
    await using parser = new WorkerParser()
    return ofInput(await readDocument(await readFile(file), parser))
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'ENOENT' || code === 'ENOTDIR')
      return refused('no such file; check its spelling, or give an address that begins with https://')
    if (code === 'EACCES' || code === 'EPERM') return refused('not readable; allow your user to read it')
    if (typeof code === 'string') return refused(`cannot be read (${code})`)
    throw error
  }
}

/** Fetches a document and reads it; of a page without an article that names the article's PDF, that PDF. Needs no database. */
export async function readFullTextAddress(
  address: string,
  { config, signal }: Pick<CommandContext, 'config' | 'signal'>,
  offline: boolean,
): Promise<FullTextReading> {
  const fetcher = createDocumentFetcher({
    environment: config.environment,
    userAgent: userAgent(config.sources),
    allowPrivate: config.sources.WINNOW_ALLOW_PRIVATE_FETCH,
    trustedOrigins: [],
    offline,
  })
  await using parser = new WorkerParser()
  try {
    const page = await fetchAndRead(address, fetcher, parser, signal)
    if (!('follow' in page) || page.follow === undefined) return page
    const article = await fetchAndRead(page.follow, fetcher, parser, signal)
    return article.outcome === 'read' ? article : { ...article, reason: `${page.reason}; its PDF ${page.follow}: ${article.reason}` }
  } finally {
    await fetcher.close()
  }
}

type Fetched = ReadDocument | (Unread & { readonly follow?: string })

async function fetchAndRead(address: string, fetcher: DocumentFetcher, parser: WorkerParser, signal: AbortSignal): Promise<Fetched> {
  const fetched = await fetcher.fetchDocument(address, { signal, maxBytes: largestFile })
  if (!fetched.ok) return { outcome: fetched.kind, reason: fetched.message, blame: blameOf(fetched.kind) }
  const { bytes, contentType, finalUrl: url } = fetched
  return ofInput(await readDocument(bytes, parser, { url, ...(contentType === null ? {} : { contentType }) }))
}

function ofInput(read: ReadDocument | UnreadDocument): Fetched {
  if (read.outcome === 'read') return read
  const { outcome, reason, follow } = read
  return { outcome, reason, blame: 'input', ...(follow === undefined ? {} : { follow }) }
}

/** An address that may not be fetched, and a document that is too large, are bad input; the rest lies in the network or the host. */
function blameOf(kind: FetchFailureKind): Unread['blame'] {
  switch (kind) {
    case 'bad-url':
    case 'private':
    case 'too-large':
      return 'input'
    case 'offline':
    case 'throttled':
    case 'redirects':
    case 'http':
    case 'incomplete':
    case 'empty':
    case 'network':
      return 'network'
  }
}
