/**
 * What databases write into titles although it is not the title: "[Review] [43 refs]", "[Erratum appears in …]",
 * "[see comment]", "[German]", "RETRACTED:", "(Retracted article. See vol. 12)".
 */
const WHOLE_NOTE =
  '\\d+\\s*refs?\\.?|references?|reviews?|tutorial|see comments?|comments?|corrected|editorial|letter|news|interview|lecture|biography|historical article|classical article|' +
  'clinical conference|congress(?:es)?|proceedings|abstracts?(?: (?:no\\b|#|\\d)[^\\]]*)?|abstract only|meeting abstracts?|conference abstracts?|article in [a-z]+|' +
  'structured abstract|provisional abstract|brief record|project record|full publication record|cochrane reviews?|' +
  "author['’]?s'? transl(?:ation)?\\.?|electronic resource|in process citation|careers|" +
  'english|german|french|spanish|italian|portuguese|russian|chinese|japanese|korean|polish|czech|dutch|turkish|danish|swedish|norwegian|' +
  'hungarian|hebrew|serbian|croatian|finnish|ukrainian|bulgarian|romanian|slovak|persian|arabic'
/** Several may stand together: "[letter; comment]", "[Review, tutorial]". */
const WHOLE = `(?:${WHOLE_NOTE})(?:\\s*[;,]\\s*(?:${WHOLE_NOTE}))*`
const START =
  'comment (?:in|on)|(?:published )?(?:erratum|correction|corrigendum)s? (?:appears?|in|to appear)|corrected and republished|republished|retraction in|' +
  'retracted|withdrawn|summary for patients in|update (?:in|of)'
/** Notes without brackets at the end: CINAHL's "... including commentary by X", a language code behind a translated title ("[…] LA: Ger"). */
const OPEN =
  /\s*\.{2,}\s*(?:includes?|including|with) (?:discussion|commentary|comments?|abstract|references)\b.*$|(?<=\])\s?LA:\s*[a-z]{2,8}\.?$/i
/** A note at the end, in square brackets (which may hold round ones) or in round ones; a long title may be cut inside it. */
const TRAILING = new RegExp(
  `\\s*[-–]?\\s*(?:\\[\\s*(?:(?:${WHOLE})\\s*\\]|(?:${START})\\b.*)|\\(\\s*(?:(?:${WHOLE})\\s*\\)|(?:${START})\\b[^)]*\\)))\\s*\\.?\\s*$`,
  'i',
)
/** The number under which a congress lists an abstract, before its title. */
const NUMBERED = /^\s*(?:(?:conference|meeting|poster) )?abstract\s*(?:no\.?|number|#)?\s*[a-z]{0,3}-?\d+\s*[:.–—-]\s*(?=\S)/i
const INNER = /\s*\[(?:corrected|sic)\]/gi

const RETRACTED_PREFIX =
  /^\s*[[(]?\s*(retracted|withdrawn)(?:\s+(?:article|paper|publication|chapter))?\s*(?:[\])]\s*[:.–—-]?|:|\.\s|\s[–—-]\s)\s*(?=\S)/i
const RETRACTED_SUFFIX = /[[(]\s*(retracted|withdrawn)(?:\s+(?:article|paper|publication))?\b[^\])]*[\])]\s*\.?\s*$/i

const MAY_HAVE_NOTES = /[[(]|\.\.|^\W*(?:retracted|withdrawn|conference abs|meeting abs|poster abs|abstract)|^\s*["“„]/i

/**
 * The title without such notes, and without the square brackets that mark a translated title. A title that is nothing
 * but a note stays.
 */
export function withoutNotes(title: string): string {
  if (!MAY_HAVE_NOTES.test(title)) return title.trim()
  const bare = withoutTrailing(unquoted(title.trim()).replace(RETRACTED_PREFIX, '').replace(NUMBERED, '').replace(INNER, ''))
  const translated = /^\[([^[\]]+)\]\.?$/.exec(bare.trim())
  return translated?.[1] === undefined ? bare : withoutTrailing(translated[1])
}

function withoutTrailing(title: string): string {
  let bare = title
  for (let previous = ''; previous !== bare; ) {
    previous = bare
    const shorter = bare.replace(TRAILING, '').replace(OPEN, '')
    if (shorter !== '') bare = shorter
  }
  return bare
}

/**
 * Whether the title itself says that its work was retracted or withdrawn: "RETRACTED: …", "[Withdrawn] …",
 * "… (Retracted article)". "Retracted electrodes lower insertion trauma" does not (PBR-026).
 */
export function saysRetracted(title: string): boolean {
  return RETRACTED_PREFIX.test(title) || RETRACTED_SUFFIX.test(title)
}

function unquoted(title: string): string {
  return /^["“„].*["”]$/.test(title) && !/["”].*["“„]/.test(title.slice(1, -1)) ? title.slice(1, -1).trim() : title
}
