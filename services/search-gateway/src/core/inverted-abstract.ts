/** A heading that is part of the text: "Abstract: …", "ABSTRACT The …", or grown together with the next one, "AbstractBackground". */
const HEADING = /^(?:abstract|Abstract|ABSTRACT)(?:\s*[:.—–]\s*|\s+(?=[\p{Lu}\p{N}]))|^Abstract(?=\p{Lu})|^ABSTRACT(?=\p{Lu}\p{Ll})/u

/**
 * The abstract of an inverted index ({word: [positions]}): each word at its positions, parted by spaces, holes closed; a
 * heading "Abstract" before it goes. Undefined when there is no index or no word in it. What is no list of positions or no
 * whole number is passed over.
 */
export function invertedAbstract(index: unknown): string | undefined {
  if (typeof index !== 'object' || index === null) return undefined
  const placed = Object.entries(index).flatMap(([word, positions]) =>
    Array.isArray(positions) ? positions.filter(Number.isInteger).map((position: number) => ({ word, position })) : [],
  )
  const text = placed
    .sort((a, b) => a.position - b.position)
    .map(({ word }) => word)
    .join(' ')
    .trim()
  return text === '' ? undefined : withoutHeading(text)
}

function withoutHeading(text: string): string {
  const rest = text.replace(HEADING, '')
  return rest === '' ? text : rest
}
