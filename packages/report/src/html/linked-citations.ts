import { referencesHeading } from '../sections/references.ts'
import { element, replaceNodes, type TreeNode, text, textOf } from './tree.ts'

/** Elements whose text is no prose. */
const noProse: ReadonlySet<string> = new Set(['a', 'code', 'pre'])
const heading = /^h[1-6]$/

/**
 * HTML plugin: entries of the list of references get an id (ref-3), and every mark "[3]" or "[1, 3]" in the text before it
 * leads there. A number without an entry stays text.
 */
export function linkedCitations() {
  return (tree: TreeNode): void => {
    const blocks = tree.children ?? []
    const start = blocks.findIndex((block) => heading.test(block.tagName ?? '') && textOf(block).trim() === referencesHeading)
    if (start === -1) return
    const after = blocks.findIndex((block, index) => index > start && heading.test(block.tagName ?? ''))
    const listed = new Set<string>()
    for (const entry of blocks.slice(start + 1, after === -1 ? undefined : after)) {
      const number = /^\[(\d+)\]/.exec(textOf(entry))?.[1]
      if (number === undefined) continue
      listed.add(number)
      entry.properties = { ...entry.properties, id: `ref-${number}` }
    }
    for (const block of blocks.slice(0, start)) link(block, listed)
  }
}

function link(node: TreeNode, listed: ReadonlySet<string>): void {
  replaceNodes(node, (child, parent) =>
    child.type === 'text' && !noProse.has(parent.tagName ?? '') ? linkMarks(child.value ?? '', listed) : [child],
  )
}

function linkMarks(prose: string, listed: ReadonlySet<string>): readonly TreeNode[] {
  return prose.split(/(\[\d+(?:, \d+)*\])/).flatMap((piece, index) => {
    const numbers = index % 2 === 0 ? [] : piece.slice(1, -1).split(', ')
    if (numbers.length === 0 || !numbers.every((number) => listed.has(number))) return piece === '' ? [] : [text(piece)]
    const links = numbers.map((number) => element('a', { href: `#ref-${number}` }, [text(number)]))
    return [text('['), ...links.flatMap((mark, place) => (place === 0 ? [mark] : [text(', '), mark])), text(']')]
  })
}
