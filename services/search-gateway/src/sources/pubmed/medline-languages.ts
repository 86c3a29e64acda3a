/** Languages of MEDLINE: ISO 639-1, the code of its records, the name of its `[la]` tag. */
const LANGUAGES =
  'en eng english|de ger german|fr fre french|es spa spanish|it ita italian|pt por portuguese|nl dut dutch|ru rus russian|pl pol polish|cs cze czech|' +
  'sk slo slovak|hu hun hungarian|ro rum romanian|bg bul bulgarian|sr srp serbian|hr hrv croatian|sl slv slovenian|uk ukr ukrainian|el gre greek, modern|' +
  'tr tur turkish|he heb hebrew|ar ara arabic|fa per persian|zh chi chinese|ja jpn japanese|ko kor korean|vi vie vietnamese|th tha thai|id ind indonesian|' +
  'da dan danish|sv swe swedish|no nor norwegian|fi fin finnish|is ice icelandic|et est estonian|lv lav latvian|lt lit lithuanian|ca cat catalan|af afr afrikaans'

const ROWS = LANGUAGES.split('|').map((row) => {
  const [iso = '', code = '', ...name] = row.split(' ')
  return { iso, code, name: name.join(' ') }
})

/** The name that PubMed's `[la]` tag takes for a language (ISO 639-1); undefined for one that MEDLINE has no name for. */
export function medlineLanguageName(iso: string): string | undefined {
  return ROWS.find((row) => row.iso === iso.toLowerCase())?.name
}

/** ISO 639-1 of a MEDLINE code ("ger" is "de"); other codes as they are, undefined for "undetermined" and "several". */
export function languageOfMedline(code: string): string | undefined {
  const plain = code.trim().toLowerCase()
  return plain === 'und' || plain === 'mul' ? undefined : (ROWS.find((row) => row.code === plain)?.iso ?? plain)
}
