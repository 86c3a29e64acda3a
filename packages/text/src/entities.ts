/** HTML 4 named character references; names of one row stand for consecutive code points from its start. */
const ROWS: readonly (readonly [start: number, names: string])[] = [
  [
    160,
    'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil ' +
      'sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave ' +
      'Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave ' +
      'aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc ' +
      'otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml',
  ],
  [0x391, 'Alpha Beta Gamma Delta Epsilon Zeta Eta Theta Iota Kappa Lambda Mu Nu Xi Omicron Pi Rho'],
  [0x3a3, 'Sigma Tau Upsilon Phi Chi Psi Omega'],
  [
    0x3b1,
    'alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigmaf sigma tau upsilon phi chi psi omega',
  ],
  [0x2018, 'lsquo rsquo sbquo'],
  [0x201c, 'ldquo rdquo bdquo'],
  [0x2020, 'dagger Dagger bull'],
  [0x2190, 'larr uarr rarr darr harr'],
]

const SINGLE =
  'quot:34 amp:38 apos:39 lt:60 gt:62 OElig:338 oelig:339 Scaron:352 scaron:353 Yuml:376 fnof:402 circ:710 tilde:732 ensp:8194 emsp:8195 ' +
  'thinsp:8201 zwnj:8204 zwj:8205 lrm:8206 rlm:8207 ndash:8211 mdash:8212 hellip:8230 permil:8240 prime:8242 Prime:8243 lsaquo:8249 ' +
  'rsaquo:8250 euro:8364 trade:8482 part:8706 empty:8709 nabla:8711 isin:8712 prod:8719 sum:8721 minus:8722 radic:8730 infin:8734 ' +
  'cap:8745 cup:8746 int:8747 sim:8764 cong:8773 asymp:8776 ne:8800 equiv:8801 le:8804 ge:8805 sub:8834 sup:8835 hyphen:8208 dash:8208'

const NAMED: ReadonlyMap<string, number> = new Map([
  ...ROWS.flatMap(([start, names]) => names.split(' ').map((name, i): [string, number] => [name, start + i])),
  ...SINGLE.split(' ').map((entry): [string, number] => {
    const [name = '', code] = entry.split(':')
    return [name, Number(code)]
  }),
])

/** What the bytes 0x80–0x9F mean in Windows-1252; HTML reads numeric references in that range so. 0 = undefined there. */
const WINDOWS_1252 = [
  0x20ac, 0, 0x201a, 0x0192, 0x201e, 0x2026, 0x2020, 0x2021, 0x02c6, 0x2030, 0x0160, 0x2039, 0x0152, 0, 0x017d, 0, 0, 0x2018, 0x2019,
  0x201c, 0x201d, 0x2022, 0x2013, 0x2014, 0x02dc, 0x2122, 0x0161, 0x203a, 0x0153, 0, 0x017e, 0x0178,
]

/**
 * Decodes the character references of a text once: `&beta;`, `&#946;`, `&#x3B2;`. Unknown names and references without
 * their semicolon stay as they are ("R&D"); a number that is no character becomes U+FFFD.
 */
export function decodeEntities(text: string): string {
  return text.replace(/&(?:#[xX]([0-9a-fA-F]{1,8})|#([0-9]{1,8})|([a-zA-Z][a-zA-Z0-9]{1,30}));/g, (whole, hex, decimal, name) => {
    if (name !== undefined) {
      const code = NAMED.get(name)
      return code === undefined ? whole : String.fromCodePoint(code)
    }
    return fromNumber(hex === undefined ? Number.parseInt(decimal, 10) : Number.parseInt(hex, 16))
  })
}

function fromNumber(code: number): string {
  const meant = (code >= 0x80 && code <= 0x9f && WINDOWS_1252[code - 0x80]) || code
  const isCharacter = meant > 0 && meant <= 0x10ffff && !(meant >= 0xd800 && meant <= 0xdfff)
  return isCharacter ? String.fromCodePoint(meant) : '\uFFFD'
}
