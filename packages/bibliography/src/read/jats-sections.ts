import type { FullTextSection } from '@winnow/contracts/entities/full-text.ts'
import type { XmlElement } from 'libxml2-wasm'
import { blockText, childElement, childElements, flattenLine, isFootnoteMark } from './jats-text.ts'

/** An appendix is read as a section is. */
const isSection = (element: XmlElement) => element.name === 'sec' || element.name === 'app'

/**
 * The section tree of a JATS article in its order: every `sec` of body and back matter with its title ('' without one),
 * nesting depth from 1 and own text, and the appendices. Text of the body outside of sections stands under ''. Captions
 * of figures that are kept at the end of the file (`floats-group`) go to the section that first refers to them.
 */
export function jatsSections(article: XmlElement): FullTextSection[] {
  const walk = new SectionWalk(floatingCaptions(article))
  const body = childElement(article, 'body')
  if (body !== undefined) walk.body(body)
  const back = childElement(article, 'back')
  if (back !== undefined) walk.nested(back, 1)
  return walk.sections.map(({ heading, level, text }) => ({ heading, level, text: text.join('\n') }))
}

/** Captions of the figures and tables outside of the body, by their id. */
function floatingCaptions(article: XmlElement): Map<string, string> {
  const floats = childElements(article, 'floats-group').flatMap((group) => childElements(group))
  return new Map(
    floats.flatMap((float): [string, string][] => {
      const id = float.attr('id')?.value
      return id === undefined ? [] : [[id, blockText(float)]]
    }),
  )
}

type OpenSection = { readonly heading: string; readonly level: number; readonly text: string[] }

class SectionWalk {
  readonly sections: OpenSection[] = []
  readonly #floating: Map<string, string>

  constructor(floating: Map<string, string>) {
    this.#floating = floating
  }

  /** Runs of blocks between the sections of the body are sections without a heading. */
  body(body: XmlElement): void {
    let loose: OpenSection | undefined
    for (const child of childElements(body)) {
      if (isSection(child)) {
        this.#section(child, 1)
        loose = undefined
        continue
      }
      const text = blockText(child, { skip: isSection })
      if (text !== '') {
        loose ??= this.#open('', 1)
        loose.text.push(text)
      }
      this.nested(child, 1)
    }
  }

  /** The sections below an element that is none itself (a box, a group of appendices, the back matter). */
  nested(element: XmlElement, level: number): void {
    if (element.get('.//*[local-name()="sec" or local-name()="app"]') === null) return
    for (const child of childElements(element)) {
      if (isSection(child)) this.#section(child, level)
      else this.nested(child, level)
    }
  }

  #open(heading: string, level: number): OpenSection {
    const section: OpenSection = { heading, level, text: [] }
    this.sections.push(section)
    return section
  }

  #section(element: XmlElement, level: number): void {
    // Appendices often have but a label; the label of a section is its number.
    const title = childElement(element, 'title') ?? (element.name === 'app' ? childElement(element, 'label') : undefined)
    const section = this.#open(flattenLine(title, { skip: isFootnoteMark }), level)
    for (const child of childElements(element)) {
      if (isSection(child)) this.#section(child, level + 1)
      else if (child.name !== 'title' && child.name !== 'label') {
        const text = blockText(child, { skip: isSection })
        if (text !== '') section.text.push(text)
        this.nested(child, level + 1)
      }
    }
    section.text.push(...this.#captionsFor(element))
  }

  #captionsFor(section: XmlElement): string[] {
    if (this.#floating.size === 0) return []
    const captions: string[] = []
    for (const reference of section.find('.//*[local-name()="xref"]/@rid')) {
      for (const id of reference.content.split(/\s+/)) {
        const caption = this.#floating.get(id)
        if (caption !== undefined && caption !== '') captions.push(caption)
        this.#floating.delete(id)
      }
    }
    return captions
  }
}
