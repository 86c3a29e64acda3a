import { decodeEntities } from './entities.ts'

/** Elements whose content is no prose: code, or a second notation of a formula that is there already. */
const DROPPED = 'script|style|template|annotation|annotation-xml|tex-math'

/** Elements that end a line of text: HTML and JATS blocks. */
const BLOCK =
  'p|div|br|hr|h[1-6]|ul|ol|dl|li|dt|dd|table|thead|tbody|tr|td|th|caption|blockquote|pre|section|article|header|footer|html|head|body|title|' +
  'sec|abstract|list|list-item|label|disp-formula|disp-quote|boxed-text|fig|table-wrap|abstracttext|subtitle|article-title|trans-title|trans-abstract'

/** Elements inside a line: HTML, JATS and MathML. */
const INLINE =
  'a|abbr|acronym|b|bdi|bdo|big|cite|code|del|dfn|em|font|i|img|ins|kbd|mark|q|s|samp|small|span|strike|strong|sub|sup|tt|u|var|wbr|meta|link|' +
  'italic|bold|roman|monospace|overline|underline|sc|inline-formula|inline-graphic|graphic|named-content|styled-content|ext-link|xref|uri|email|inf|scp|' +
  'alternatives|sans-serif|' +
  'math|semantics|mrow|mi|mn|mo|ms|mtext|mspace|msup|msub|msubsup|mfrac|msqrt|mroot|mover|munder|munderover|mfenced|menclose|mstyle|mpadded|' +
  'mphantom|mtable|mtr|mtd|mmultiscripts|mprescripts|none|merror'

const ATTRIBUTES = `(?:\\s+[a-zA-Z_:][\\w:.-]*(?:\\s*=\\s*(?:"[^"<]*"|'[^'<]*'|[^\\s"'<>=]+)))*`
const PREFIX = '(?:(?:jats|mml|m|ns[0-9]+|html|xhtml|ce|sb):)?'
const tag = (names: string) => new RegExp(`</?${PREFIX}(?:${names})${ATTRIBUTES}\\s*/?>`, 'gi')

const DROPPED_ELEMENT = new RegExp(`<(${PREFIX}(?:${DROPPED}))${ATTRIBUTES}\\s*>[\\s\\S]*?</\\1\\s*>`, 'gi')
const NO_TEXT = /<!--[\s\S]*?-->|<\?xml[^>]*\?>|<!DOCTYPE[^>]*>/gi
const CDATA = /<!\[CDATA\[([\s\S]*?)\]\]>/g
const BLOCK_TAG = tag(BLOCK)
const INLINE_TAG = tag(INLINE)

/** The markup of AIP's and some other old deposits: "FeF[sub 2]", "[sup 38]Ca" (PBR-008). */
const BRACKETED_SCRIPT = /\[(?:sub|sup) ([^\s[\]]{1,20})\]/g

/** White space other than single blanks. */
const UNEVEN_SPACE = /[^\S ]| {2}/

/** How often references are decoded: sources escape escaped text ("&amp;lt;"), but not more than twice. */
const DECODINGS = 2

/**
 * The plain text of a title, abstract or page that may hold HTML, JATS or MathML. Known tags go, inline ones without a
 * trace ("H<sub>2</sub>O", "H[sub 2]O" → "H2O"), blocks and empty lines as a line feed; character references are decoded up to
 * twice; other white space collapses. A `<` that opens no known tag stays: "p < 0.05", "x<y".
 */
export function plainText(text: string): string {
  let plain = text
  if (plain.includes('<') || plain.includes('&')) {
    for (let i = 0; i < DECODINGS; i++) plain = decodeEntities(stripTags(plain))
    plain = stripTags(plain)
  }
  if (plain.includes('[')) plain = plain.replace(BRACKETED_SCRIPT, '$1')
  if (!UNEVEN_SPACE.test(plain)) return plain.trim()
  return plain
    .split(/\s*\n\s*\n\s*/)
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter((line) => line !== '')
    .join('\n')
}

function stripTags(text: string): string {
  return text.replace(NO_TEXT, '').replace(CDATA, '$1').replace(DROPPED_ELEMENT, '').replace(BLOCK_TAG, '\n\n').replace(INLINE_TAG, '')
}
