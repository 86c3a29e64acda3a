import { type ReportContent, reportContent } from '@winnow/contracts/entities/report.ts'
import { canonicalJson } from '@winnow/eventlog/canonical-json.ts'
import type { BlobStore } from '@winnow/runtime/blobs/blob-store.ts'

/** Stores a report's content as canonical JSON, so that equal contents are one blob, and gives its sha256. */
export async function storeContent(content: ReportContent, blobs: BlobStore): Promise<string> {
  return blobs.put(new TextEncoder().encode(canonicalJson(content)))
}

/** Reads a report's content back; a blob that is missing or is no report is a failed delivery. */
export async function loadContent(contentHash: string, blobs: BlobStore): Promise<ReportContent> {
  const bytes = await blobs.get(contentHash)
  if (bytes === null) throw new Error(`the blob store has no report ${contentHash}`)
  return reportContent.parse(JSON.parse(new TextDecoder().decode(bytes)))
}
