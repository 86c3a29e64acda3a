import { expect, test } from 'vitest'
import { joinLines, mendGlyphs, vocabularyOf } from './mend-words.ts'

test.each<[name: string, lines: string[], elsewhere: string[], text: string]>([
  ['a hyphen in a word', ['trans-', 'formations'], [], 'transformations'],
  ['a typographic hyphen', ['trans\u2010', 'formations'], [], 'transformations'],
  ['a soft hyphen', ['trans\u00AD', 'formations'], [], 'transformations'],
  ['a soft hyphen between two words of the text', ['predictive\u00AD', 'factor'], ['predictive of a factor'], 'predictive factor'],
  ['a soft hyphen, the first a word', ['predictive\u00AD', 'factor'], ['predictive'], 'predictivefactor'],
  ['a soft hyphen, the second a word', ['predictive\u00AD', 'factor'], ['factor'], 'predictivefactor'],
  ['a soft hyphen in a word of the text', ['over\u00AD', 'all'], ['over all overall'], 'overall'],
  ['a compound of the text', ['fine-', 'tuned'], ['a fine-tuned model'], 'fine-tuned'],
  ['a compound of the text with a typographic hyphen', ['fine-', 'tuned'], ['a fine\u2010tuned model'], 'fine-tuned'],
  ['a word of the text', ['fine-', 'tuned'], ['a finetuned model'], 'finetuned'],
  ['more often joined', ['fine-', 'tuned'], ['fine-tuned finetuned finetuned'], 'finetuned'],
  ['as often joined', ['fine-', 'tuned'], ['fine-tuned finetuned'], 'finetuned'],
  ['both parts are words', ['deep-', 'water'], ['deep seas of water'], 'deep-water'],
  ['the first is a word', ['deep-', 'water'], ['deep seas'], 'deepwater'],
  ['the second is a word', ['deep-', 'water'], ['seas of water'], 'deepwater'],
  ['both are words, the first a prefix', ['over-', 'all'], ['over it all'], 'overall'],
  ['both are words, the first of two letters', ['go-', 'water'], ['go to water'], 'gowater'],
  ['both are words, the second of two letters', ['deep-', 'go'], ['go deep'], 'deepgo'],
  ['parts of compounds are words', ['deep-', 'water'], ['deep-sea sea-water'], 'deep-water'],
  ['a usual first part', ['self-', 'report'], [], 'self-report'],
  ['in capitals', ['Self-', 'report'], [], 'Self-report'],
  ['a compound in parts', ['state-of-the-', 'art'], [], 'state-of-the-art'],
  ['a capital behind', ['Vitamin-', 'D levels'], [], 'Vitamin-D levels'],
  ['a name behind', ['Rangel-', 'Vasconcelos'], [], 'Rangel-Vasconcelos'],
  ['a word in capitals', ['INTRO-', 'DUCTION'], [], 'INTRODUCTION'],
  ['a number before', ['1990-', 'ties'], [], '1990- ties'],
  ['a number behind', ['COVID-', '19'], [], 'COVID- 19'],
  ['a range', ['pages 12-', '15 of it'], [], 'pages 12-15 of it'],
  ['a range with a dash', ['pages 12–', '15 of it'], [], 'pages 12–15 of it'],
  ['a dash', ['so –', 'it goes'], [], 'so – it goes'],
  ['no hyphen', ['one', 'two'], [], 'one two'],
  ['a lost hyphen', ['trans', 'formations'], ['many transformations'], 'transformations'],
  ['a lost hyphen, the first a word', ['trans', 'formations'], ['trans transformations'], 'trans formations'],
  ['a lost hyphen, the second a word', ['trans', 'formations'], ['formations transformations'], 'trans formations'],
  ['a lost hyphen, a capital', ['trans', 'Formations'], ['transformations'], 'trans Formations'],
  ['a lost hyphen, one letter', ['term', 's'], ['terms'], 'term s'],
  ['a lost hyphen before a capital word', ['Trans', 'formations'], ['transformations'], 'Transformations'],
  ['one line', ['one'], [], 'one'],
  ['none', [], [], ''],
])('%s', (_, lines, elsewhere, text) => {
  expect(joinLines(lines, vocabularyOf(elsewhere))).toBe(text)
})

test('the words of lines, the parts of compounds too, without one that a hyphen parts', () => {
  expect([...vocabularyOf(['The fine-tuned model is fine', 'and the trans-', "it's"])]).toEqual([
    ['the', 2],
    ['fine-tuned', 1],
    ['fine', 2],
    ['tuned', 1],
    ['model', 1],
    ['is', 1],
    ['and', 1],
    ["it's", 1],
  ])
})

test.each([
  ['ﬁnd the eﬀect, ﬂat, eﬃcient, raﬄe, beﬅ, ﬆop', 'find the effect, flat, efficient, raffle, best, stop'],
  ['Jos´e, M¨uller, S˜ao, Fran¸cois, Ga¨ete', 'José, Müller, São, François, Gaëte'],
  ['Garc´ıa', 'García'],
  ['caf`e, fˆete, ˇCapek, ˚Angstrom', 'cafè, fête, Čapek, Ångstrom'],
  ['a ´ b', 'a ´ b'],
  ['´x', '´x'],
  ['´1', '´1'],
])('%s is %s', (text, mended) => {
  expect(mendGlyphs(text)).toBe(mended)
})
