import { wellFormedXml } from '@winnow/bibliography/xml-source.ts'
import { XmlCData, XmlDocument, XmlElement, XmlParseError, XmlText, XmlXPath } from 'libxml2-wasm'

/**
 * The XML of an answer, to be disposed of by `using`; null when it is not well-formed, or has a document type with
 * declarations of its own: no source sends one, and entities made there can grow without bound ("billion laughs").
 */
export function xmlBody(body: string): XmlDocument | null {
  const start = body.search(/<[\p{L}_]/u)
  if (start === -1 || /<!DOCTYPE[^>[]*\[/i.test(body.slice(0, start))) return null
  try {
    // Without its prologue, whose encoding is that of the bytes and whose document type would make unknown entities vanish.
    return XmlDocument.fromString(wellFormedXml(body.slice(start)))
  } catch (error) {
    if (error instanceof XmlParseError) return null
    throw error
  }
}

/** A second notation of a formula that is there already (MathML). */
const SECOND_NOTATION: ReadonlySet<string> = new Set(['annotation', 'annotation-xml', 'tex-math'])

/** All text of an element in its order, whatever markup is inside (PBR-005); the second notation of a formula is left out. */
export function elementText(element: XmlElement): string {
  let text = ''
  for (let child = element.firstChild; child !== null; child = child.next) {
    if (child instanceof XmlText || child instanceof XmlCData) text += child.content
    else if (child instanceof XmlElement && !SECOND_NOTATION.has(child.name)) text += elementText(child)
  }
  return text
}

/** Paths are few and stand in the code; compiling them takes most of the time of reading a record. */
const compiled = new Map<string, XmlXPath>()

/** The elements that a path leads to, in the order of the document. Paths are constants: each is kept compiled. */
export function elementsAt(from: XmlDocument | XmlElement, path: string): readonly XmlElement[] {
  const xpath = compiled.get(path) ?? XmlXPath.compile(path)
  compiled.set(path, xpath)
  return from.find(xpath).filter((node) => node instanceof XmlElement)
}

/** The text of the first element at one of the paths that has any, on one line; undefined when there is none. */
export function textAtPath(from: XmlDocument | XmlElement, ...paths: readonly string[]): string | undefined {
  for (const path of paths) {
    const text = textsAtPath(from, path).at(0)
    if (text !== undefined) return text
  }
  return undefined
}

/** The texts of the elements at a path, each on one line; empty ones are left out. */
export function textsAtPath(from: XmlDocument | XmlElement, path: string): readonly string[] {
  return elementsAt(from, path)
    .map((element) => elementText(element).replace(/\s+/g, ' ').trim())
    .filter((text) => text !== '')
}
