import { expect, test } from 'vitest'
import { decodeBytes, decodeXml, wellFormedXml } from './xml-source.ts'

const latin1 = (text: string) => Buffer.from(text, 'latin1')
const utf16 = (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le')

test.each<[name: string, bytes: Uint8Array, text: string]>([
  ['UTF-8 without a word', Buffer.from('<a>é</a>'), '<a>é</a>'],
  ['UTF-8 with a mark', Buffer.from('\uFEFF<?xml version="1.0"?><a>é</a>'), '<a>é</a>'],
  ['a declared encoding', latin1('<?xml version="1.0" encoding="ISO-8859-1"?><a>é</a>'), '<a>é</a>'],
  ['a declared encoding in single quotes, with blanks', latin1(" <?xml version='1.0' encoding = 'windows-1252' ?>\x93"), '“'],
  ['an encoding that is none', Buffer.from('<?xml encoding="klingon"?>é'), 'é'],
  ['UTF-16 that is none', Buffer.from('<?xml encoding="UTF-16"?>é'), 'é'],
  ['UTF-16', utf16('<?xml version="1.0" encoding="utf-8"?>é'), 'é'],
  ['UTF-16 the other way', utf16('é').swap16(), 'é'],
  ['a word "encoding" that is no declaration', latin1('<a encoding="latin1">\xc3\xa9</a>'), '<a encoding="latin1">é</a>'],
])('decodes %s', (_, bytes, text) => {
  expect(decodeXml(bytes)).toBe(text)
})

test('the named encoding of other documents counts in the same way', () => {
  expect(decodeBytes(latin1('\x80'), 'windows-1252')).toBe('€')
  expect(decodeBytes(Buffer.from('é'), undefined)).toBe('é')
  expect(decodeBytes(utf16('é'), 'latin1')).toBe('\u00E9')
  // Half of a mark is none.
  for (const text of ['ÿa', 'aþ', 'þa', 'aÿ']) expect(decodeBytes(latin1(text), 'latin1')).toBe(text)
})

test.each<[name: string, text: string, wellFormed: string]>([
  ['HTML 4', 'a&nbsp;b &alpha;', 'a\u00A0b α'],
  ['ISO sets that HTML has', '&acy;&Abreve;&thinsp;&rarr;&half;', 'аĂ\u2009→½'],
  ['Greek of ISO', '&agr;&Agr;&thgr;&PHgr;&ohgr;&khgr;&eegr;', 'αΑθΦωχη'],
  ['every Greek letter of ISO', '&bgr;&ggr;&dgr;&egr;&zgr;&igr;&kgr;&lgr;&mgr;&ngr;&xgr;', 'βγδεζικλμνξ'],
  ['and the rest of them', '&ogr;&pgr;&rgr;&sfgr;&sgr;&tgr;&ugr;&psgr;', 'οπρςστυψ'],
  ['bold Greek', '&b.alpha;&b.Omega;', 'αΩ'],
  ['a name that nobody knows', 'R&D; &nosuch;', 'R&amp;D; &amp;nosuch;'],
  ['a name that the document declares', '<!ENTITY alpha "x"><a>&alpha;&beta;</a>', '<!ENTITY alpha "x"><a>&alpha;β</a>'],
  ['the five of XML', '&amp;&lt;&gt;&quot;&apos;', '&amp;&lt;&gt;&quot;&apos;'],
  ['names for what is markup', '&LT;&AMP;', '&lt;&amp;'],
  ['a section of raw text', '<![CDATA[&nbsp;]]>&nbsp;', '<![CDATA[&nbsp;]]>\u00A0'],
  ['references to controls', '&#0;&#x1F;&#08;&#31;&#14;', '\uFFFD'.repeat(5)],
  ['references to characters', '&#10;&#x9;&#32;&#13;&#xE9;', '&#10;&#x9;&#32;&#13;&#xE9;'],
  ['controls themselves', 'a\u0000\u000B\u001Fb\t\n\r\uFFFF', 'a\uFFFD\uFFFD\uFFFDb\t\n\r\uFFFD'],
  ['half a character', 'a\uD800', 'a\uFFFD'],
])('makes well-formed: %s', (_, text, wellFormed) => {
  expect(wellFormedXml(text)).toBe(wellFormed)
})
