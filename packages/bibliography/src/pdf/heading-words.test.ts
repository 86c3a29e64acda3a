import { expect, test } from 'vitest'
import { abstractLabelLength, closeSpacedLetters, headingWord, opensCaption, opensKeywords } from './heading-words.ts'

test.each<[text: string, word: ReturnType<typeof headingWord>]>([
  ['Introduction', 'section'],
  ['1. Introduction', 'section'],
  ['1 Introduction', 'section'],
  ['I. INTRODUCTION', 'section'],
  ['IV) Results:', 'section'],
  ['2.1 Methods.', 'section'],
  ['A Methods', 'section'],
  ['Materials and Methods', 'section'],
  ['Results and Discussion', 'section'],
  ['Conclusions and Future Work', 'section'],
  ['Conclusions and large farms', undefined],
  ['Introdução', 'section'],
  ['Procedimientos Metodológicos', 'section'],
  ['Ergebnisse', 'section'],
  ['Discussion of results', undefined],
  ['introduction to the field', undefined],
  ['Acknowledgments', 'back'],
  ['Acknowledgement', 'back'],
  ['Data Availability Statement', 'back'],
  ['Conflict of interest', 'back'],
  ["Authors' contributions", 'back'],
  ['Appendix A', 'back'],
  ['Supplementary Material', 'back'],
  ['References', 'references'],
  ['REFERENCES', 'references'],
  ['7. References', 'references'],
  ['R E F E R E N C E S', 'references'],
  ['Referências bibliográficas', 'references'],
  ['Literaturverzeichnis', 'references'],
  ['Bibliography', 'references'],
  ['References to nature', undefined],
  ['Abstract', 'abstract'],
  ['A B S T R A C T', 'abstract'],
  ['a b s t r a c t', 'abstract'],
  ['Zusammenfassung', 'abstract'],
  ['Resumen:', 'abstract'],
  [`Results${' '.repeat(73)}`, 'section'],
  [`Results${' '.repeat(74)}`, undefined],
  ['', undefined],
])('%j is %s', (text, word) => {
  expect(headingWord(text)).toBe(word)
})

test.each([
  ['A B S T R A C T', 'ABSTRACT'],
  ['K e y w o r d s :', 'Keywords :'],
  ['A B C', 'A B C'],
  ['A B C D', 'ABCD'],
  ['A big test', 'A big test'],
])('%j closes to %j', (text, closed) => {
  expect(closeSpacedLetters(text)).toBe(closed)
})

test.each<[text: string, label: string]>([
  ['Abstract: We tested.', 'Abstract: '],
  ['Abstract. We tested.', 'Abstract. '],
  ['Abstract—We tested.', 'Abstract—'],
  ['Abstract -- We tested.', 'Abstract -- '],
  ['ABSTRACT | We tested.', 'ABSTRACT | '],
  ['Zusammenfassung: Wir', 'Zusammenfassung: '],
  ['ABSTRACT We tested', 'ABSTRACT '],
  ['RESUMO O estudo', 'RESUMO '],
  ['ABSTRACT A test', 'ABSTRACT '],
  ['ABSTRACT AND MORE', ''],
  ['Abstract We tested', ''],
  ['Abstract:', ''],
  ['Abstractions: many', ''],
  ['An abstract: one', ''],
])('the label of %j is %j', (text, label) => {
  expect(abstractLabelLength(text)).toBe(label.length)
})

test.each<[text: string, opens: boolean]>([
  ['Keywords: a, b', true],
  ['Key words: a', true],
  ['KEY-WORDS. a', true],
  ['Keywords', true],
  ['Keywords—a', true],
  ['Index Terms—a', true],
  ['Palavras-chave: a', true],
  ['Palabras clave: a', true],
  ['Mots-clés : a', true],
  ['Schlüsselwörter: a', true],
  ['K e y w o r d s :', true],
  ['Keywords JavaScript, traces', true],
  ['Categories and Subject Descriptors D.3.4', true],
  ['General Terms Design', true],
  ['CCS Concepts', true],
  ['JEL classification: C1', true],
  ['MSC 2010: 11', true],
  ['Keywords were chosen', false],
  ['keyword search is old', false],
  ['The keywords: a', false],
])('%j opens keywords: %s', (text, opens) => {
  expect(opensKeywords(text)).toBe(opens)
})

test.each<[text: string, opens: boolean]>([
  ['Figure 1. A flow', true],
  ['Fig. 2: A flow', true],
  ['FIGURE 3', true],
  ['Table IV', true],
  ['TABLE 1 Results', true],
  ['Tabela 1 – Dados', true],
  ['Tabla 2. Datos', true],
  ['Tabelle 3', true],
  ['Quadro 1', true],
  ['Abbildung 1', true],
  ['Algorithm 1', true],
  ['Table S1. Names', true],
  ['Supplementary Table 2', true],
  ['Figure legends', false],
  ['Tables and figures', false],
  ['See Figure 1', false],
  ['Figure of merit', false],
])('%j opens a caption: %s', (text, opens) => {
  expect(opensCaption(text)).toBe(opens)
})
