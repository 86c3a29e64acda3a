import type { RecordType } from '@winnow/contracts/entities/record.ts'
import { expect, test } from 'vitest'
import { recordType, recordTypeOfWord } from './record-type.ts'

test.each<[type: RecordType, words: string]>([
  [
    'article',
    'article|JOUR|Journal Article|journal-article|article-journal|journalArticle|Magazine Article|Electronic Article|Data Paper|Article in Press|INPR|Note|Randomized Controlled Trial|Journal Articles|NEWS|EJOUR|MGZN|article-magazine|Case Reports|Magazine|JournalPaper|CaseReport|ClinicalTrial|Study',
  ],
  [
    'conference-paper',
    'inproceedings|CONF|CPAPER|conference|Conference Paper|conferencePaper|proceedings-article|paper-conference|Proceedings Paper|Conference Proceedings|Conference Publication',
  ],
  ['preprint', 'preprint|posted-content|Working Paper'],
  ['review', 'Review|Systematic Review|Meta-Analysis|Literature Review|survey|Scoping Review|Short Survey|MetaAnalysis'],
  ['book', 'book|BOOK|monograph|EDBOOK|proceedings|EBOOK|Edited Book'],
  ['book-chapter', 'incollection|inbook|CHAP|chapter|book-chapter|Book Section|bookSection|Book Chapter|ECHAP|Encyclopedia Article'],
  ['thesis', 'THES|phdthesis|mastersthesis|dissertation|thesis|PhD thesis|Academic Dissertation'],
  ['report', 'RPRT|techreport|report|Reports - Research|Government Document|report-component'],
  ['dataset', 'DATA|dataset|DBASE'],
  ['web', 'ELEC|web|webpage|Web Page|online|blog|website'],
  ['editorial', 'Editorial|Editorial Material'],
  ['letter', 'letter|Comment|Letter to the Editor|reply|LettersAndComments'],
  ['protocol', 'protocol|Study Protocol|Clinical Trial Protocol'],
  [
    'notice',
    'Retraction of Publication|Published Erratum|erratum|corrigendum|correction|Expression of Concern|notice|Retraction|Addendum|Withdrawal',
  ],
  ['abstract', 'ABST|Meeting Abstract|abstract|Conference Abstract'],
  [
    'other',
    'misc|GEN|Generic|other|UNPB|unpublished|document|Conference Review|journal-issue|patent|component|paratext|supplementary-materials|libguides',
  ],
])('%s: %s', (type, words) => {
  expect(words.split('|').map((word) => [word, recordTypeOfWord(word)])).toEqual(words.split('|').map((word) => [word, type]))
})

test.each(['', 'COINS', 'vol.4'])('%j is no known word', (word) => {
  expect(recordTypeOfWord(word)).toBeUndefined()
})

test('digits and signs around a word do not matter', () => {
  expect(recordTypeOfWord('(Technical Report 97-04),')).toBe('report')
})

test.each<[words: string[], venue: string | undefined, hasArxiv: boolean, type: RecordType]>([
  [['article', 'Conference Paper'], 'J', false, 'conference-paper'],
  [['book', 'Book Chapter'], 'J', false, 'book-chapter'],
  [['Journal Article', 'Review', 'Retraction of Publication'], 'J', false, 'notice'],
  [['Journal Article', 'Review', 'Editorial'], 'J', false, 'review'],
  [['Letter', 'Editorial'], 'J', false, 'editorial'],
  [['unknown word', 'article'], 'J', false, 'article'],
  [['article'], 'arXiv preprint', false, 'preprint'],
  [['article'], 'bioRxiv', false, 'preprint'],
  [['misc'], 'Research Square', false, 'preprint'],
  [['review'], 'arXiv', false, 'review'],
  [['article'], undefined, true, 'article'],
  [['misc'], undefined, true, 'preprint'],
  [['misc'], 'J', true, 'other'],
  [['misc'], undefined, false, 'other'],
  [[], undefined, true, 'preprint'],
  [[], undefined, false, 'other'],
  [[], 'Nature', false, 'article'],
  [[], 'Proceedings of X', false, 'conference-paper'],
  [[], 'Symposium on Y', false, 'conference-paper'],
  [[], 'Workshop on Y', false, 'conference-paper'],
  [[], 'sigmod conference', false, 'conference-paper'],
  [['article'], 'Proceedings of the Academy', false, 'article'],
])('%j in %j (arXiv %s): %s', (words, venue, hasArxiv, type) => {
  expect(recordType(words, venue, hasArxiv)).toBe(type)
})
