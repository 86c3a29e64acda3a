import type { XmlElement } from 'libxml2-wasm'
import { blockText, childElement, childElements, flattenLine } from './jats-text.ts'

/** Abstracts that stand beside the abstract proper and say less, or say it for others. */
const SECONDARY = /graphical|teaser|toc|highlights|key-?points|short|editor|summary|plain|web|video|objects|stereochem/i

/**
 * The abstract of an article: the one without a type, else of the untypical ones the first that is a text; the parts of a
 * structured one as "Label: text", one a line. Undefined when there is none.
 */
export function jatsAbstract(metadata: XmlElement): string | undefined {
  const abstracts = childElements(metadata, 'abstract')
  const type = (abstract: XmlElement) => abstract.attr('abstract-type')?.value
  const main =
    abstracts.find((abstract) => type(abstract) === undefined) ??
    abstracts.find((abstract) => !SECONDARY.test(type(abstract) ?? '')) ??
    abstracts.find((abstract) => !/graphical|video/i.test(type(abstract) ?? ''))
  const text = main === undefined ? '' : partText(main)
  return text === '' ? undefined : text
}

function partText(part: XmlElement): string {
  return childElements(part)
    .map((child) => {
      if (child.name === 'title' || child.name === 'label') return ''
      return child.name === 'sec' ? labelled(child) : blockText(child)
    })
    .filter((text) => text !== '')
    .join('\n')
}

function labelled(section: XmlElement): string {
  const label = flattenLine(childElement(section, 'title')).replace(/\s*[:.]$/, '')
  const text = partText(section)
  return label === '' || text === '' ? label || text : `${label}: ${text}`
}
