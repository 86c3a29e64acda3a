import type { Config } from '../config.ts'
import { type Check, faulty, sound } from './check.ts'

/** Keys and what each gives; a key that is not set is no fault. */
const keys: readonly (readonly [name: string, gives: string])[] = [
  ['OPENAI_API_KEY', "OpenAI's models"],
  ['ANTHROPIC_API_KEY', "Anthropic's models"],
  ['OPENALEX_API_KEY', 'ten times the daily budget at OpenAlex (the key is free)'],
  ['SEMANTIC_SCHOLAR_API_KEY', 'Semantic Scholar, which is left out without it unless WINNOW_SEMANTIC_SCHOLAR=on'],
  ['NCBI_API_KEY', '10 requests a second at PubMed instead of 3'],
  ['TAVILY_API_KEY', 'web search by Tavily'],
  ['BRAVE_API_KEY', 'web search by Brave'],
  ['SERPER_API_KEY', 'web search by Serper'],
  ['CLUEWEB_API_KEY', 'the open corpus (ClueWeb22, FineWeb)'],
]

/** A check for each key, and for the contact. What a key is stands in none of them. */
export function keyChecks(environment: Config['environment']): readonly Check[] {
  return [
    ...keys.map(([name, gives]) => keyCheck(name, gives, environment[name]?.trim() ?? '')),
    contactCheck(environment.WINNOW_CONTACT?.trim() ?? ''),
  ]
}

function keyCheck(variable: string, gives: string, value: string): Check {
  const name = `key ${variable}`
  if (value === '') return sound(name, `not set; it gives ${gives}`)
  // A header takes nothing else, and a key that was pasted with its quotes or a "…" is none.
  return /^[\x21-\x7e]+$/.test(value) && !/^["'<]|["'>]$/.test(value)
    ? sound(name, 'set')
    : faulty(
        name,
        'set, but to something that is no key: it holds blanks, quotes or signs that no key has',
        `set ${variable} to the key alone, or unset it`,
      )
}

function contactCheck(value: string): Check {
  const name = 'WINNOW_CONTACT'
  if (value === '')
    return sound(name, 'not set; an e-mail address there gives faster answers of Crossref, and open-access copies by Unpaywall')
  return /^[\x21-\x7e]+@[\x21-\x7e]+\.[\x21-\x7e]+$/.test(value)
    ? sound(name, `requests carry ${value}`)
    : faulty(name, `"${value}" is no e-mail address`, 'set WINNOW_CONTACT to your e-mail address, or unset it')
}
