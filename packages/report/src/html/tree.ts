/** A node of the syntax trees of unified, Markdown or HTML: what our plugins need to know of it. */
export interface TreeNode {
  type: string
  value?: string
  tagName?: string
  properties?: { [name: string]: unknown }
  alt?: string | null | undefined
  children?: TreeNode[]
}

/** Replaces nodes below `node`, innermost first: `replace` gives what stands in a node's place, itself for no change. */
export function replaceNodes(node: TreeNode, replace: (node: TreeNode, parent: TreeNode) => readonly TreeNode[]): void {
  if (node.children === undefined) return
  for (const child of node.children) replaceNodes(child, replace)
  node.children = node.children.flatMap((child) => replace(child, node))
}

/** The text of a node and of all below it. */
export function textOf(node: TreeNode): string {
  return node.value ?? (node.children ?? []).map(textOf).join('')
}

/** A text node. */
export function text(value: string): TreeNode {
  return { type: 'text', value }
}

/** An element node. */
export function element(tagName: string, properties: { [name: string]: unknown }, children: TreeNode[]): TreeNode {
  return { type: 'element', tagName, properties, children }
}
