/** Unbroken runs of letters of base64 from this length on are blobs when they mix cases and numbers as no word does (our reading). */
const shortestBlob = 40
/** How often, for a sign, its kind changes: base64 does so at two signs of five, a name made of words of five letters at one of five (our reading). */
const leastChanges = 1 / 5
/** Runs of hexadecimal digits from this length on: longer than a sha1, which a text may speak of, say nothing (our reading). */
const shortestHex = 64
/** Other unbroken runs of ASCII of this length are no words either: addresses and chemical names are shorter (our reading). */
const longestRun = 200

/** What `cut` leaves where something was. */
const gap = ' … '

/**
 * A text without what only a machine reads: data: addresses, blobs in base64 or hexadecimal, also broken over several lines, and
 * runs of more than 200 signs without a space. Where it stood there is "…". Addresses, identifiers, and scripts
 * written without spaces stay. Ranking and prompts would take such noise for words (issue 6: a corpus with base64 noise).
 */
export function withoutNoise(text: string): string {
  if (!/[!-~]{40}/.test(text)) return text
  const cleaned = text
    .replace(/\bdata:[\w.+-]+\/[\w.+-]+(?:;[\w=.+-]+)*,\S*/gi, gap)
    .replace(/[!-~]{40,}/g, (run) => (isNoise(run) ? gap : run))
    // The last line of a blob is shorter; only its padding tells it.
    .replace(/ … \s*[A-Za-z0-9+/]+={1,2}(?=\s|$)/g, gap)
  if (cleaned === text) return text
  return cleaned
    .replace(/[^\S\n]*…(?:\s*…)+[^\S\n]*/g, gap)
    .replace(/ {2,}/g, ' ')
    .trim()
}

function isNoise(run: string): boolean {
  if (run.length > longestRun) return true
  if (run.includes('://') || /^www\./i.test(run)) return false
  return (run.match(/[A-Za-z0-9+/_=-]{40,}/g) ?? []).some((piece) => isBlob(piece))
}

/** Letters of both cases, and kinds of sign that change inside it far more often than in a name made of words. */
function isBlob(piece: string): boolean {
  if (piece.length >= shortestHex && /^[0-9a-f]+$/i.test(piece)) return true
  if (piece.length < shortestBlob || !/[A-Z]/.test(piece) || !/[a-z]/.test(piece)) return false
  const changes = piece.match(/[a-z](?=[A-Z0-9])|[0-9](?=[A-Za-z])|[A-Z]{2}(?=[a-z])/g)?.length ?? 0
  return changes >= piece.length * leastChanges
}
