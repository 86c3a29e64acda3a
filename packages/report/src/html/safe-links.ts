import { replaceNodes, type TreeNode } from './tree.ts'

/** Where a link may lead: http, https, mailto, or a place of the page (PBR-022). */
const allowed = /^(?:https?:\/\/|mailto:|#)/i

/** HTML plugin: a link that leads anywhere else is plain text. */
export function safeLinks() {
  return (tree: TreeNode): void => {
    replaceNodes(tree, (node) => {
      if (node.tagName !== 'a') return [node]
      const href = node.properties?.href
      return typeof href === 'string' && allowed.test(href) ? [node] : (node.children ?? [])
    })
  }
}
