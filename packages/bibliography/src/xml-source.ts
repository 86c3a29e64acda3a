import { decodeHTMLStrict } from 'entities'

/** The text of an XML file by its byte order mark, else its declared encoding, else UTF-8; without the declaration. */
export function decodeXml(bytes: Uint8Array): string {
  const head = Buffer.from(bytes.subarray(0, 200)).toString('latin1')
  const declared = /^\s*<\?xml[^>]*encoding\s*=\s*["']([\w.:-]+)/.exec(head)?.[1]
  return decodeBytes(bytes, declared).replace(/^\s*<\?xml[\s\S]*?\?>/, '')
}

/** Text by its byte order mark, else by the named encoding, where that is known and can be meant, else as UTF-8. */
export function decodeBytes(bytes: Uint8Array, named: string | undefined): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  // A name that could be read byte by byte does not stand in UTF-16, whatever it says.
  if (named === undefined || /^utf-?16/i.test(named)) return new TextDecoder().decode(bytes)
  try {
    return new TextDecoder(named).decode(bytes)
  } catch (error) {
    if (error instanceof RangeError) return new TextDecoder().decode(bytes)
    throw error
  }
}

/**
 * XML that a parser takes: named characters decoded (HTML's and the ISO sets of the JATS DTD; names that the document
 * itself declares stay), and `visibleControls`.
 */
export function wellFormedXml(text: string): string {
  const declared = new Set([...text.matchAll(/<!ENTITY\s+([\w.:-]+)/g)].map((match) => match[1]))
  return visibleControls(
    text.replace(/<!\[CDATA\[[\s\S]*?\]\]>|&(?!(?:amp|lt|gt|quot|apos);)([a-zA-Z][\w.]*);/g, (whole, name: string | undefined) =>
      name === undefined || declared.has(name) ? whole : namedCharacter(name),
    ),
  )
}

/** Control characters, references to them and half characters, which XML refuses, as U+FFFD. */
export function visibleControls(text: string): string {
  return text
    .replace(/&#(?:x0*(?:[0-8bcef]|1[0-9a-f])|0*(?:[0-8]|1[124-9]|2\d|3[01]));/gi, '\uFFFD')
    .toWellFormed()
    .replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, '\uFFFD')
}

/** ISO 8879 Greek letters (isogrk1) that HTML has under longer names; "b.alpha" (isogrk4) is a bold alpha. */
const GREEK = new Map(
  (
    'agr:alpha bgr:beta ggr:gamma dgr:delta egr:epsilon zgr:zeta eegr:eta thgr:theta igr:iota kgr:kappa lgr:lambda mgr:mu ngr:nu xgr:xi ' +
    'ogr:omicron pgr:pi rgr:rho sfgr:sigmaf sgr:sigma tgr:tau ugr:upsilon phgr:phi khgr:chi psgr:psi ohgr:omega'
  )
    .split(' ')
    .map((pair): [string, string] => {
      const [name = '', html = ''] = pair.split(':')
      return [name, html]
    }),
)

function namedCharacter(written: string): string {
  const name = written.replace(/^b\./, '')
  const greek = GREEK.get(name.toLowerCase())
  const html = greek === undefined ? name : /^[A-Z]/.test(name) ? greek.charAt(0).toUpperCase() + greek.slice(1) : greek
  const reference = `&${html};`
  const character = decodeHTMLStrict(reference)
  // What no set knows stays as it was written: a loss that can be seen.
  return character === reference ? `&amp;${written};` : character.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
