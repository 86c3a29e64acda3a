import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { acronymsIn } from './acronyms.ts'

describe('acronymsIn', () => {
  it.each<[string, string, [string, string][]]>([
    ['a plain one', 'The body mass index (BMI) fell.', [['BMI', 'body mass index']]],
    ['in square brackets', 'The body mass index [BMI] fell.', [['BMI', 'body mass index']]],
    ['with a unit after it', 'The forced expiratory volume (FEV1; l) rose. FEV1', []],
    ['a digit that is in the long form', 'interleukin 6 (IL6)', [['IL6', 'interleukin 6']]],
    ['followed by a semicolon', 'body mass index (BMI; kg/m2)', [['BMI', 'body mass index']]],
    ['followed by a comma', 'body mass index (BMI, in kg)', [['BMI', 'body mass index']]],
    ['a hyphen in the short form', 'tumour necrosis factor (T-NF)', [['T-NF', 'tumour necrosis factor']]],
    ['a hyphen in the long form', 'heat-shock protein (HSP)', [['HSP', 'heat-shock protein']]],
    ['letters inside of a word', 'electrocardiogram (ECG)', [['ECG', 'electrocardiogram']]],
    ['plural', 'randomised controlled trials (RCTs)', [['RCTs', 'randomised controlled trials']]],
    ['lower-case letters before the capitals', 'messenger RNA (mRNA)', [['mRNA', 'messenger RNA']]],
    ['all up to the bracket belongs to it', 'body mass index values (BMI)', [['BMI', 'body mass index values']]],
    ['the first letter must begin a word', 'a submass index (MI)', []],
    ['no upper-case letter', 'the gene (abc) acts', []],
    ['a word in brackets that is none', 'the patients (Group) acted', []],
    ['one letter', 'group one (O)', []],
    ['more than ten signs', 'alpha beta gamma delta (ABCDEFGHIJK)', []],
    ['not over the end of a sentence', 'The body. Mass index (BMI)', []],
    ['not over another bracket', 'body (of) mass index (BMI)', []],
    ['the first definition counts', 'body mass index (BMI), bone mineral intake (BMI)', [['BMI', 'body mass index']]],
    [
      'two of them',
      'body mass index (BMI) and blood pressure (BP)',
      [
        ['BMI', 'body mass index'],
        ['BP', 'blood pressure'],
      ],
    ],
    ['too many words in between: twice the letters', 'blood of a very high pressure (BP)', []],
    ['twice the letters just fit', 'blood of very pressure (BP)', [['BP', 'blood of very pressure']]],
    ['five words more than letters just fit', 'alpha x x x x x x x x beta x x gamma delta y epsilon zeta (ABGDEZ)', []],
    ['five more', 'alpha x x x x beta gamma delta y epsilon zeta (ABGDEZ)', [['ABGDEZ', 'alpha x x x x beta gamma delta y epsilon zeta']]],
    ['a long form is longer', 'BMI (BMI)', []],
    ['too far away', `body ${'mass '.repeat(40)}index (BMI)`, []],
    ['letters whose lower case is longer', 'İİ mass index (IMI)', []],
    ['Cyrillic', 'индекс массы тела (ИМТ)', [['ИМТ', 'индекс массы тела']]],
    ['nothing', '', []],
  ])('%s', (_name, text, expected) => {
    expect([...acronymsIn(text)]).toEqual(expected)
  })
  it('every long form stands in the text before its short form', () => {
    const piece = fc.constantFrom('body', 'mass', 'index', ' ', '(BMI)', '(', ')', '.', '\u0000', '\ud800', 'İ', '[B-M]', '(aB1;')
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const text = pieces.join(' ')
        for (const [short, long] of acronymsIn(text)) expect(text.indexOf(long)).toBeLessThan(text.lastIndexOf(short))
      }),
    )
  })
})
