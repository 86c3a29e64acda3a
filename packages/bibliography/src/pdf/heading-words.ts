const NUMBER = '(?:(?:(?:\\d{1,2}|[A-Z])(?:\\.\\d{1,2})*|[IVX]{1,5})[.):]?\\s+)?'
const line = (words: string) => new RegExp(`^${NUMBER}(?:${words})\\s*[.:]?$`, 'iu')

/** The usual sections of papers, in the languages of SciELO, French, German and Italian (our list). */
const SECTIONS =
  'introduction|background|related works?|literature review|theoretical (?:background|framework)|methods?|methodology|methodological procedures|' +
  '(?:materials?|patients?|subjects?|participants|data) and methods?|methods and materials?|experiments?|experimental (?:setup|section|procedures?|design|results)|' +
  'experimental|evaluation|results?|results and (?:discussion|analysis)|findings|analysis|discussion|discussion and conclusions?|(?:general|concluding) (?:discussion|remarks)|' +
  'limitations|conclusions?|conclusions? and (?:future work|outlook|discussion)|conclusions and recommendations|future work|' +
  'introdução|introducción|introduzione|einleitung|métodos?|metodologia|metodología|méthodes?|metodi|methoden|methodik|' +
  '(?:materiais|materiales|material|matériel|materiali|pacientes) (?:e|y|et) (?:métodos?|méthodes?|metodi)|procedimentos metodológicos|procedimientos metodológicos|' +
  'resultados?|résultats|risultati|ergebnisse|resultados (?:e|y) (?:discussão|discusión)|discussão|discusión|discussione|diskussion|' +
  'conclusão|conclusões|conclusión|conclusiones|conclusione|conclusioni|schlussfolgerung(?:en)?|fazit|considerações finais|consideraciones finales|marco teórico|referencial teórico'

const BACK_MATTER =
  'acknowledge?ments?|agradecimientos?|agradecimentos?|remerciements|danksagung|funding|funding (?:sources?|information|statement)|financial support|' +
  "(?:conflicts?|declaration) of (?:competing )?interests?(?: statement)?|competing interests|disclosures?|declarations?|author(?:s’|s'|’s|'s)? contributions?|contributors?|" +
  'credit authorship contribution statement|data availability(?: statement)?|availability of data(?: and materials?)?|code availability|' +
  'ethics(?: (?:statement|approval|approval and consent to participate))?|ethical (?:considerations?|approval|statement)|consent for publication|' +
  'supplementary (?:materials?|information|data)|supporting information|appendix|appendices|appendix [a-z]|anexos?|apêndices?|abbreviations|' +
  'conflitos? de interesses?|conflictos? de intereses?|contribuição dos autores|colaboradores|orcid'

const ABSTRACT_WORDS = 'abstract|summary|resumo|resumen|résumé|sommario|riassunto|zusammenfassung|kurzfassung'

const REFERENCE_WORDS =
  'references|references and notes|references cited|bibliography|literature|literature cited|works cited|cited literature|' +
  'referências|referências bibliográficas|bibliografia|referencias|referencias bibliográficas|bibliografía|références|bibliographie|literatur|literaturverzeichnis|riferimenti bibliografici|riferimenti'

const KEYWORD_WORDS =
  'key ?-?words?(?: and phrases)?|index terms|palavras?[- ]?chaves?|palabras?[- ]?claves?|descritores|descriptores|mots[- ]cl[ée]s|schlüsselwörter|schlagwörter|parole chiave'

const SECTION = line(SECTIONS)
const BACK = line(BACK_MATTER)
const REFERENCES = line(REFERENCE_WORDS)
const ABSTRACT = line(ABSTRACT_WORDS)
const ABSTRACT_RUN_IN = new RegExp(`^(?:${ABSTRACT_WORDS})\\s*(?:[.:|]|[-–—]{1,2})\\s*(?=\\S)`, 'iu')
const ABSTRACT_IN_CAPITALS = /^(?:ABSTRACT|SUMMARY|RESUMO|RESUMEN|RÉSUMÉ|ZUSAMMENFASSUNG)\s+(?=\p{Lu} ?\p{Ll})/u
const KEYWORDS = new RegExp(`^(?:${KEYWORD_WORDS})\\s*(?:[.:;|]|[-–—]|$)`, 'iu')
/** Lists of terms with which ACM, economists and mathematicians follow an abstract. */
const TERMS =
  /^(?:categories and subject descriptors|general terms|ccs concepts|acm reference format|jel (?:classification|codes?)|mathematics subject classification|msc ?\d{4}|pacs(?: numbers?)?|subject (?:headings|classification|terms))\b/iu
/** "Keywords JavaScript, traces", but not "Keywords were chosen". */
const BARE_KEYWORDS = /^[Kk]ey ?[Ww]ords? (?:and [Pp]hrases )?(?=\p{Lu})/u
const CAPTION =
  /^(?:fig(?:s|ures?|uras?)?|tab(?:s|les?|las?|elas?|elle|leaux?)?|quadros?|gráficos?|graph|charts?|schemes?|box|algorithms?|listing|abb(?:ildung)?|tavola|supplementary (?:fig(?:ure)?|table))\.?\s*(?:[A-Z]?\d{1,3}|[IVX]{1,5})\b/iu

/** Longer lines are none of the usual headings. */
const MAX_LETTERS = 80

/** "A B S T R A C T" → "ABSTRACT"; other text is unchanged. */
export function closeSpacedLetters(text: string): string {
  return /^(?:\p{L} ){3,}\p{L}\W*$/u.test(text.trim()) ? text.replace(/(?<=\p{L}) (?=\p{L})/gu, '') : text
}

/** What a line that stands alone is by its words: numbered or not, in eight languages. Undefined: no usual heading. */
export function headingWord(text: string): 'section' | 'back' | 'references' | 'abstract' | undefined {
  if (text.length > MAX_LETTERS) return undefined
  const closed = closeSpacedLetters(text).trim()
  if (ABSTRACT.test(closed)) return 'abstract'
  if (REFERENCES.test(closed)) return 'references'
  if (SECTION.test(closed)) return 'section'
  return BACK.test(closed) ? 'back' : undefined
}

/** The length of "Abstract: ", "ABSTRACT—" and the like at the head of a line that goes on; 0 when there is none. */
export function abstractLabelLength(text: string): number {
  return (ABSTRACT_RUN_IN.exec(text) ?? ABSTRACT_IN_CAPITALS.exec(text))?.[0].length ?? 0
}

/** Whether a line opens a list of keywords or other terms. */
export function opensKeywords(text: string): boolean {
  return KEYWORDS.test(closeSpacedLetters(text)) || TERMS.test(text) || BARE_KEYWORDS.test(text)
}

/** Whether a line opens the caption of a figure or table: "Figure 2.", "Tabela 1", "TABLE IV". */
export function opensCaption(text: string): boolean {
  return CAPTION.test(text)
}
