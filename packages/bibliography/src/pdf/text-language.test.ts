import { expect, test } from 'vitest'
import { textLanguage } from './text-language.ts'

test.each<[text: string, language: string | undefined]>([
  ['This is the study of words that were used by authors.', 'en'],
  ['Este estudo tem como objetivo analisar a base da literatura com uma amostra de dados.', 'pt'],
  ['El presente trabajo estudia el grado y los tipos de información en las páginas.', 'es'],
  ['Cette étude est sur le sujet des plantes dans les forêts et par une méthode.', 'fr'],
  ['Die Studie wird mit der Methode und den Daten nicht auf das Ergebnis bei uns.', 'de'],
  ['Lo studio di una foresta non è della città con gli alberi alla fine per il clima.', 'it'],
  ['Quantum chromodynamics', undefined],
  ['', undefined],
])('%j is %s', (text, language) => {
  expect(textLanguage(text)).toBe(language)
})
