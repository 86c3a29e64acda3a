/**
 * What databases write into titles although it is not the title: "[Review] [43 refs]", "[Erratum appears in …]",
 * "[see comment]", "[German]", "RETRACTED:", "(Retracted article. See vol. 12)".
 */
const WHOLE =
  '\\d+\\s*refs?\\.?|references?|reviews?|see comments?|comments?|corrected|editorial|letter|abstract(?: no\\b[^\\]]*)?|abstract only|meeting abstract|conference abstract|article in [a-z]+|' +
  'in process citation|careers|english|german|french|spanish|italian|portuguese|russian|chinese|japanese|korean|polish|czech|dutch|turkish|danish|swedish|norwegian|' +
  'hungarian|hebrew|serbian|croatian'
const START =
  'comment (?:in|on)|(?:published )?(?:erratum|correction|corrigendum)s? (?:appears?|in|to appear)|corrected and republished|republished|retraction in|' +
  'retracted|withdrawn|summary for patients in|update (?:in|of)'
/** A note at the end, in square brackets (which may hold round ones) or in round ones; a long title may be cut inside it. */
const TRAILING = new RegExp(
  `\\s*[-–]?\\s*(?:\\[\\s*(?:(?:${WHOLE})\\s*\\]|(?:${START})\\b.*)|\\(\\s*(?:(?:${WHOLE})\\s*\\)|(?:${START})\\b[^)]*\\)))\\s*\\.?\\s*$`,
  'i',
)
const INNER = /\s*\[(?:corrected|sic)\]/gi

const RETRACTED_PREFIX =
  /^\s*[[(]?\s*(retracted|withdrawn)(?:\s+(?:article|paper|publication|chapter))?\s*(?:[\])]\s*[:.–—-]?|:|\.\s|\s[–—-]\s)\s*(?=\S)/i
const RETRACTED_SUFFIX = /[[(]\s*(retracted|withdrawn)(?:\s+(?:article|paper|publication))?\b[^\])]*[\])]\s*\.?\s*$/i

const MAY_HAVE_NOTES = /[[(]|^\W*(?:retracted|withdrawn)|^\s*["“„]/i

/**
 * The title without such notes, and without the square brackets that mark a translated title. A title that is nothing
 * but a note stays.
 */
export function withoutNotes(title: string): string {
  if (!MAY_HAVE_NOTES.test(title)) return title.trim()
  let bare = unquoted(title.trim()).replace(RETRACTED_PREFIX, '').replace(INNER, '')
  for (let previous = ''; previous !== bare; ) {
    previous = bare
    const shorter = bare.replace(TRAILING, '')
    if (shorter !== '') bare = shorter
  }
  const translated = /^\[([^[\]]+)\]\.?$/.exec(bare.trim())
  return translated?.[1] ?? bare
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
