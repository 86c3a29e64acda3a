import type { HtmlSection } from './html-sections.ts'

const ABSTRACT = /^\W*(?:abstract|resumo|resumen|résumé|zusammenfassung)\W*$/i
const SUMMARY = /^\W*summary\W*$/i

/**
 * Parts a page's sections into abstract and text. The abstract is the section of that name, with the parts below it as
 * "Label: text", one a line; "Summary" is one only among the first two, since it closes papers too.
 */
export function takeAbstract(sections: readonly HtmlSection[]): {
  readonly abstract: string | undefined
  readonly sections: HtmlSection[]
} {
  const named = sections.findIndex(({ heading }) => ABSTRACT.test(heading))
  const start = named >= 0 ? named : sections.findIndex(({ heading }, index) => index < 2 && SUMMARY.test(heading))
  const [head] = sections.slice(start)
  if (start < 0 || head === undefined) return { abstract: undefined, sections: [...sections] }
  const below = sections.slice(start + 1).findIndex(({ level }) => level <= head.level)
  const end = below < 0 ? sections.length : start + 1 + below
  // A page without levels below its abstract: everything after it would be part of it.
  const parts = end === sections.length ? [] : sections.slice(start + 1, end)
  const lines = [head.text, ...parts.map(({ heading, text }) => (text === '' ? '' : `${heading.replace(/\s*[:.]$/, '')}: ${text}`))]
  const abstract = lines.filter((line) => line !== '').join('\n')
  return {
    abstract: abstract === '' ? undefined : abstract,
    sections: [...sections.slice(0, start), ...sections.slice(start + 1 + parts.length)],
  }
}
