import { type ApiResponse, jsonBody } from '@winnow/http/api-exchange.ts'
import { countMember, listMember, member, textMember } from '../answers/json-members.ts'
import { elementsAt, textAtPath, textsAtPath, xmlBody } from '../answers/xml-body.ts'

/** What esearch found: PubMed ids in its order, and how it understood the term. */
export interface Esearch {
  readonly ids: readonly string[]
  /** All hits, of which at most 9,999 can be reached. */
  readonly count: number
  /** The term as it was searched: "(“abcXYZ”[All Fields])". */
  readonly translation: string | undefined
  /** What of the term was not found: phrases and fields. Stop words, which are only left out, are none. */
  readonly unknown: readonly string[]
}

/** Members of errorlist and warninglist that name pieces of the term. */
const UNKNOWN_LISTS = [
  ['errorlist', 'phrasesnotfound'],
  ['errorlist', 'fieldsnotfound'],
  ['warninglist', 'quotedphrasesnotfound'],
] as const
const UNKNOWN_ELEMENTS = 'ErrorList/PhraseNotFound | ErrorList/FieldNotFound | WarningList/QuotedPhraseNotFound'

/** The answer of esearch, JSON as asked for or XML; null for any other shape. Its numbers are texts. */
export function esearchOf(response: ApiResponse): Esearch | null {
  const json = pubmedJson(response)
  return json === undefined ? fromXml(response.body) : fromJson(member(json, 'esearchresult'))
}

/** JSON of the E-utilities, which break lines inside the texts of their errors; undefined when the body is no JSON at all. */
export function pubmedJson(response: ApiResponse): unknown {
  if (!/^\s*[[{]/.test(response.body)) return undefined
  return jsonBody(response) ?? jsonBody({ ...response, body: response.body.replace(/[\u0000-\u001f]+/g, ' ') })
}

function fromJson(result: unknown): Esearch | null {
  const count = countMember(result, 'count')
  if (count === null || !Array.isArray(member(result, 'idlist'))) return null
  return {
    ids: listMember(result, 'idlist').flatMap((id) => pmidOf(textMember(id))),
    count,
    translation: textMember(result, 'querytranslation'),
    unknown: UNKNOWN_LISTS.flatMap((path) => listMember(result, ...path)).flatMap((phrase) => textMember(phrase) ?? []),
  }
}

function pmidOf(text: string | undefined): readonly string[] {
  const id = text?.trim() ?? ''
  return /^\d+$/.test(id) ? [id] : []
}

function fromXml(body: string): Esearch | null {
  using document = xmlBody(body)
  const [root] = document === null ? [] : elementsAt(document, '/eSearchResult')
  const count = root === undefined ? '' : (textAtPath(root, 'Count') ?? '')
  if (root === undefined || !/^\d+$/.test(count)) return null
  return {
    ids: textsAtPath(root, 'IdList/Id').flatMap(pmidOf),
    count: Number(count),
    translation: textAtPath(root, 'QueryTranslation'),
    unknown: textsAtPath(root, UNKNOWN_ELEMENTS),
  }
}
