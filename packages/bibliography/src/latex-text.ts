import { parse } from '@retorquere/bibtex-parser'

/**
 * LaTeX source as Unicode text, several at once. Text between dollar signs that is no formula ("$5 and $6"), a bare
 * per cent sign and < > are meant as they stand: exports rarely escape them. Commands that are not known leave their argument.
 */
export function latexToText(sources: readonly string[]): string[] {
  const needing = sources.flatMap((source, index) => (NEEDS_PARSER.test(source) ? [{ index, source: escapeLooseSigns(source) }] : []))
  const converted = convert(needing.map(({ source }) => source))
  const texts = sources.map(signsToText)
  for (const [place, { index, source }] of needing.entries()) texts[index] = converted[place] ?? withoutCommands(source)
  return texts.map((text) => text.normalize('NFC'))
}

/** Commands and formulas; all else is cheap to convert by hand. */
const NEEDS_PARSER = /[\\$]/

/** One call of the parser for all texts of an entry; undefined where it cannot read a text. */
function convert(sources: readonly string[]): (string | undefined)[] {
  if (sources.length === 0) return []
  const fields = sources.map((source, index) => `f${index} = {${source}}`)
  const library = parse(`@misc{k, ${fields.join(',\n')}}`, {
    sentenceCase: false,
    caseProtection: false,
    removeOuterBraces: [],
    applyCrossRef: false,
    unsupported: 'ignore',
  })
  const found = library.entries[0]?.fields
  if (library.errors.length === 0) return sources.map((_, index) => found?.[`f${index}`])
  return sources.length === 1 ? [undefined] : sources.flatMap((source) => convert([source]))
}

/** The texts that need no parser: only braces, ties, dashes and quotes. */
function signsToText(source: string): string {
  return source
    .replaceAll('~', ' ')
    .replaceAll('---', '—')
    .replaceAll('--', '–')
    .replaceAll('``', '“')
    .replaceAll("''", '”')
    .replace(/[{}]/g, '')
}

function withoutCommands(source: string): string {
  return signsToText(
    source
      .replace(/\\text(?:less|greater)\{\}/g, (sign) => (sign.includes('less') ? '<' : '>'))
      .replace(/\\([$%&#_{}])/g, '$1')
      .replace(/\\[a-zA-Z]+\*?\s*|\\./g, ''),
  )
}

const OPERATOR = /\\(log|ln|exp|sin|cos|tan|max|min|lim|sup|inf|arg|det|gcd|Pr|deg|dim|ker)(?![a-zA-Z])/g

function escapeLooseSigns(source: string): string {
  const pieces = source.split(/((?<!\\)\$[^$]*(?<!\\)\$)/)
  const escaped = pieces.map((piece, index) => (index % 2 === 1 && isFormula(piece) ? piece : escapePiece(piece)))
  return escaped.join('').replace(OPERATOR, '$1 ')
}

/** "$\alpha$", "$x_1$", "$n$", "$p<0.05$", but not "$5 and $": a formula has its signs and no prose, or is short. */
function isFormula(piece: string): boolean {
  const inner = piece.slice(1, -1)
  return /[\\^_={}<>+*/]/.test(inner)
    ? !/[a-zA-Z]{4,}\s+[a-zA-Z]{2,}/.test(inner.replace(/\\[a-zA-Z]+/g, ''))
    : /^\s*\S{1,12}\s*$/.test(inner)
}

function escapePiece(piece: string): string {
  return piece
    .replace(/(?<!\\)[%$]/g, '\\$&')
    .replaceAll('<', '\\textless{}')
    .replaceAll('>', '\\textgreater{}')
}
