import { element, type TreeNode, text, textOf } from './tree.ts'

/** HTML plugin: headings of the second level get ids, and a table of contents leads to them; without any there is none. */
export function contents() {
  return (tree: TreeNode): void => {
    const blocks = tree.children ?? []
    const headings = blocks.filter((block) => block.tagName === 'h2')
    const [first] = headings
    if (first === undefined) return
    for (const [index, block] of headings.entries()) block.properties = { ...block.properties, id: `part-${index + 1}` }
    const items = headings.map((block, index) => element('li', {}, [element('a', { href: `#part-${index + 1}` }, [text(textOf(block))])]))
    blocks.splice(blocks.indexOf(first), 0, element('nav', { ariaLabel: 'Contents' }, [element('ol', {}, items)]))
  }
}
