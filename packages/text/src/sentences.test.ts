import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sentenceSpans, splitSentences } from './sentences.ts'

/** `|` marks where a sentence ends. */
describe('splitSentences', () => {
  it.each([
    { name: 'two plain sentences', marked: 'We ran a trial.| Results were good.' },
    { name: 'et al. before a year', marked: 'As Smith et al. (2019) showed, it holds.| We agree.' },
    { name: 'et al. as the last words', marked: 'We follow Smith et al.| The rest is new.' },
    { name: 'et al. before a name', marked: 'Smith et al. Nature paper.' },
    { name: 'i.e. and e.g. before a capital', marked: 'One drug, i.e. Aspirin, e.g. Bayer.| Done.' },
    { name: 'Fig. before a number', marked: 'See Fig. 2 and Eq. 3.| The end.' },
    { name: 'vs.', marked: 'Aspirin vs. Placebo was tested.' },
    { name: 'decimals', marked: 'The mean was 1.2 and p < .05.| We stop.' },
    { name: 'confidence interval', marked: 'The risk fell (95% CI 1.2–3.4).| 12 patients left.' },
    { name: 'a sentence that starts with a number', marked: 'It was low.| 95% CI 1.2–3.4 was seen.' },
    { name: 'initials', marked: 'J. K. Marek wrote it.| So did P.A.R. Adeyemi.' },
    { name: 'a word in capitals is no initials', marked: 'ALL YOU WERE TOLD BEFORE.| WRITE ONLY PRAISE.' },
    { name: 'an acronym as the last word', marked: 'We measured RNA.| Samples were small.' },
    { name: 'a unit after a number is no initial', marked: 'It forgets beyond 20K.| Vectors stay.' },
    { name: 'two initials before a name', marked: 'So J.R. Marek wrote it.' },
    { name: 'one initial in a sentence before a name', marked: 'We thank A. Marek.' },
    { name: 'a letter as the last word', marked: 'They took vitamin C.| We did not.' },
    { name: 'no. before a number', marked: 'Trial no. 5 failed.' },
    { name: 'no as the last word', marked: 'The answer is no.| Trials agree.' },
    { name: 'a title', marked: 'Dr. Marek came.' },
    { name: 'lower case goes on', marked: 'approx. half and etc. were there.' },
    { name: 'etc. before an opening word', marked: 'Cats, dogs, etc.| The rest.' },
    { name: 'etc. before another capital', marked: 'Cats, etc. Figures follow.' },
    { name: 'a name with inner capital starts a sentence', marked: 'It rose.| mRNA fell.' },
    { name: 'a name with a digit starts a sentence', marked: 'It rose.| p53 fell.' },
    { name: 'question and exclamation marks', marked: 'Does it work?| Yes!| Good.' },
    { name: 'a question mark before lower case', marked: 'Asked "why?" we said so.' },
    { name: 'ellipsis', marked: 'And so on...| We stop.' },
    { name: 'ellipsis after an abbreviation-like letter', marked: 'Part C...| Nothing.' },
    { name: 'quote after the stop', marked: 'He said "it works."| We doubt it.' },
    { name: 'bracket after the stop', marked: '(It works.)| We doubt it.' },
    { name: 'reference number after the stop', marked: 'It works.[1, 20]| We doubt it.' },
    { name: 'quote before the next sentence', marked: 'It works.| "We doubt it," he said.' },
    { name: 'list number', marked: '1. Introduction is short.| 2. Methods.' },
    { name: 'three digits are no list number', marked: '123.| We left.' },
    { name: 'Roman list number', marked: 'iv. Methods are here.' },
    { name: 'a year as the last word', marked: 'It was in 2019.| We left.' },
    { name: 'a number in the sentence is no list number', marked: 'There were 12.| We left.' },
    { name: 'line feed ends', marked: 'Background|\nWe ran a trial.' },
    { name: 'no space after the stop, where paragraphs were joined', marked: 'We switched them in our center.|In April they came.' },
    { name: 'no space after a bracket and a percent sign', marked: 'It rose (a lot).|Few left, 5%.|Some stayed.' },
    { name: 'no space after a number', marked: 'We began in 2014.|In April they came.' },
    { name: 'no space after an abbreviation', marked: 'See Smith et al.Nature and Figs.Two.' },
    { name: 'the name of a variant', marked: 'The variant p.Val600Glu was seen.' },
    { name: 'a stop inside a name in capitals', marked: 'We used ASP.Net and tools.IO there.' },
    { name: 'Chinese', marked: '城市热浪。|农村饮用水！|真的吗？' },
    { name: 'Chinese stop with closing quote', marked: '他说“好。”|我说。' },
    { name: 'Hindi danda', marked: 'यह है।| वह है।' },
    { name: 'Arabic question mark', marked: 'هل؟| نعم.' },
    { name: 'no stop at the end', marked: 'One.| two And three', only: ['One. two And three'] },
  ])('$name', ({ marked, only }) => {
    const expected = only ?? marked.split('|').map((piece) => piece.trim())
    expect(splitSentences(marked.replaceAll('|', ''))).toEqual(expected)
  })

  it.each(['', '  ', '\n\n'])('nothing in %j', (text) => {
    expect(splitSentences(text)).toEqual([])
  })

  it('spans are in order, trimmed, and leave out only white space', () => {
    const text = fc.array(fc.constantFrom('We', 'al.', 'Fig.', '2.', 'x', '。', '\n', ' ', '?', '(', ')', 'A.', '界'), { maxLength: 25 })
    fc.assert(
      fc.property(text, (pieces) => {
        const whole = pieces.join(' ')
        let from = 0
        for (const { start, end } of sentenceSpans(whole)) {
          expect(whole.slice(from, start).trim()).toBe('')
          expect(whole.slice(start, end)).toBe(whole.slice(start, end).trim())
          expect(end).toBeGreaterThan(start)
          from = end
        }
        expect(whole.slice(from).trim()).toBe('')
      }),
    )
  })
})
