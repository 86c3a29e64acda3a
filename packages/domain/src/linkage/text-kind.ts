/**
 * What a text is in relation to another work. Different kinds are linked, never merged (spec §4). `work` is everything
 * that stands for itself; the notices are `correction` (with erratum, corrigendum, addendum), `retraction`, `concern`.
 */
export type TextKind = 'work' | 'protocol' | 'reply' | 'comment' | 'supplement' | 'correction' | 'retraction' | 'concern'

/** Without one of these no rule can match. */
const MARKER =
  /errat|corrigend|addendum|correction|retraction|withdrawal|concern|reply|response|rejoinder|rebuttal|comment|\bre\s*:|supplement|supporting|protocol/i

type Rule = { readonly kind: TextKind; readonly pattern: RegExp }

const AFTER = '\\s*(?::|\\bto\\b|\\bfor\\b|\\bof\\b|\\bon\\b|["“‘«]|\\.\\s|\\s[–—-]\\s|$)\\s*:?\\s*'

/** What follows the match is the title of the work that the text is about. Common words need a colon: "Correction of scoliosis" is a work. */
const PREFIX_RULES: readonly Rule[] = [
  {
    kind: 'correction',
    pattern: new RegExp(
      `^(?:(?:publisher|author)(?:['’]?s)? )?(?:erratum|errata|corrigend(?:um|a)|addendum)(?: note| notice)?${AFTER}`,
      'i',
    ),
  },
  {
    kind: 'correction',
    pattern: /^(?:(?:publisher|author)['’]?s? correction|correction(?: (?:notice|note))?)(?: (?:to|for|of))?\s*(?::|["“‘«])\s*/i,
  },
  { kind: 'correction', pattern: /^(?:(?:publisher|author)['’]?s? correction|correction to) (?:to )?/i },
  { kind: 'retraction', pattern: /^(?:retraction|withdrawal) (?:notice|note|statement)(?: (?:to|for|of))?\s*:?\s*/i },
  { kind: 'retraction', pattern: /^(?:notice|statement) of (?:retraction|withdrawal)(?: (?:to|for|of))?\s*:?\s*/i },
  { kind: 'retraction', pattern: /^(?:retraction|withdrawal of|retraction of|retraction to)\s*(?::|["“‘«])\s*/i },
  { kind: 'concern', pattern: /^(?:editorial )?expression of (?:editorial )?concern(?: (?:to|for|on|about|regarding))?\s*:?\s*/i },
  {
    kind: 'reply',
    pattern:
      /^(?:(?:the )?authors?['’]?s?['’]? )?(?:reply|response|rejoinder|rebuttal)(?: from the authors?)?(?: to)?(?: (?:comments?|letters?) on)?\s*(?::|["“‘«])\s*/i,
  },
  {
    kind: 'reply',
    pattern:
      /^(?:(?:the )?authors?['’]?s?['’]? )?(?:reply|response|rejoinder|rebuttal) to (?:the )?(?:comments?|letters?|editorial)\b(?: on| to| regarding| by)?\s*:?\s*/i,
  },
  { kind: 'reply', pattern: /^(?:reply|rejoinder|rebuttal) to\s+|^(?:in reply|authors?['’]?s?['’]? (?:reply|response))\b[\s.:]*/i },
  {
    kind: 'comment',
    pattern:
      /^(?:invited )?comment(?:s|ary)?(?: (?:on|to))?\s*(?::|["“‘«])\s*|^(?:invited )?comments? (?:on|to)\s+|^commentary on\s+|^re\s*:\s*/i,
  },
  {
    kind: 'supplement',
    pattern:
      /^(?:supplement(?:ary)?|supplemental|supporting) (?:materials?|information|data|appendix|file)?\s*(?:to|for|of)?\s*:\s*|^(?:supplement(?:ary)?|supplemental|supporting) (?:materials?|information|data|appendix|file)\s*(?:to|for|of)\s+/i,
  },
  {
    kind: 'protocol',
    pattern:
      /^(?:(?:study|trial|research|review) )?protocol(?: (?:for|of)(?: an?| the)?)?\s*:\s*|^(?:study|trial|research|review) protocol (?:for|of)(?: an?| the)?\s+/i,
  },
]

/** What stands before the match is the title of the work. */
const SUFFIX_RULES: readonly Rule[] = [
  {
    kind: 'correction',
    pattern:
      /\s*(?:[:.]|\s[–—-]|[[(])\s*(?:erratum|corrigendum|addendum|(?:publisher|author)['’]?s? correction|correction)\s*[\])]?\s*\.?$/i,
  },
  { kind: 'retraction', pattern: /\s*(?:[:.]|\s[–—-]|[[(])\s*(?:retraction(?: notice| note)?|notice of retraction)\s*[\])]?\s*\.?$/i },
  { kind: 'concern', pattern: /\s*(?:[:.]|\s[–—-]|[[(])\s*(?:editorial )?expression of concern\s*[\])]?\s*\.?$/i },
  {
    kind: 'reply',
    pattern:
      /\s*(?:[:.]|\s[–—-]|[[(])\s*(?:(?:an? |the )?(?:(?:authors?['’]?s?['’]? )?(?:reply|rejoinder|rebuttal)(?: to [^:.]{1,60})?|authors?['’]?s?['’]? response(?: to [^:.]{1,60})?|response(?: to (?:the )?(?:comments?|letters?|editorial)\b[^:.]{0,60})?))\s*[\])]?\s*\.?$/i,
  },
  { kind: 'comment', pattern: /\s*(?:[:.]|\s[–—-]|[[(])\s*(?:(?:an? )?(?:invited )?comment(?:ary)?)\s*[\])]?\s*\.?$/i },
  {
    kind: 'supplement',
    pattern:
      /\s*(?:[:.]|\s[–—-]|[[(])\s*(?:supplement|(?:supplement(?:ary|al)|supporting) (?:material|information|data|appendix))\s*[\])]?\s*\.?$/i,
  },
  {
    kind: 'protocol',
    pattern:
      /\s*(?:[:.]|\s[–—-]|[[(])\s*(?:an? |the )?(?:(?:(?:systematic|scoping) review|study|trial|research|review|meta-analysis)(?: and meta-analysis)? )?protocol(?: (?:for|of) [^:.]{1,120})?\s*[\])]?\s*\.?$/i,
  },
]

/**
 * The kind of a text by its title, and the title of the work it is about where the title holds it. Databases' own notes
 * in brackets ("[Erratum appears in …]") must be gone before (`withoutNotes`).
 */
export function textKind(title: string): { readonly kind: TextKind; readonly about: string | null } {
  const text = title.trim()
  if (!MARKER.test(text)) return { kind: 'work', about: null }
  for (const { kind, pattern } of PREFIX_RULES) {
    const found = pattern.exec(text)
    if (found !== null) return { kind, about: quoted(text.slice(found[0].length)) }
  }
  for (const { kind, pattern } of SUFFIX_RULES) {
    const found = pattern.exec(text)
    if (found !== null && found.index > 0) return { kind, about: quoted(text.slice(0, found.index)) }
  }
  return { kind: 'work', about: null }
}

/** Whether a text of this kind is a notice about the state of another work: no study, no evidence. */
export function isNoticeKind(kind: TextKind): boolean {
  return kind === 'correction' || kind === 'retraction' || kind === 'concern'
}

function quoted(text: string): string | null {
  const bare = text
    .trim()
    .replace(/^["“‘«']+|["”’»']+\.?$/g, '')
    .trim()
  return bare === '' ? null : bare
}
