import { replaceNodes, type TreeNode, text } from './tree.ts'

/** Markdown parents whose children are blocks. */
const blockParents: ReadonlySet<string> = new Set(['root', 'blockquote', 'listItem', 'footnoteDefinition'])

/**
 * Markdown plugin: raw HTML is shown as the text it is, so that nothing of a title is lost (PBR-022), and an image is its
 * description: a report loads nothing.
 */
export function rawHtmlAsText() {
  return (tree: TreeNode): void => {
    replaceNodes(tree, (node, parent) => {
      if (node.type === 'image' || node.type === 'imageReference') return [text(node.alt ?? '')]
      if (node.type !== 'html') return [node]
      const shown = text(node.value ?? '')
      return [blockParents.has(parent.type) ? { type: 'paragraph', children: [shown] } : shown]
    })
  }
}
