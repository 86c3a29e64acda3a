import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkSupport, type KnownText, partialFrom, sameMatterFrom, supportedFrom } from './citation-support-lexical.ts'

const item = (claim: string, quote = ''): { claim: string; quote: string } => ({ claim, quote })
/** Ten content words; a sentence of some of them and of words that are not there has a known share. */
const there = 'alpha bravo charlie delta echo foxtrot golf hotel india juliet'.split(' ')
const elsewhere = 'kilo lima mike november oscar papa quebec romeo sierra tango'.split(' ')
const sentence = (found: number, of: number): string => [...there.slice(0, found), ...elsewhere.slice(0, of - found)].join(' ')

const verdictOn = (text: string, evidence: readonly KnownText[]) => checkSupport(text, evidence).verdict

describe('the verdict', () => {
  it.each([
    [10, 10, 'supported'],
    [5, 10, 'supported'],
    [4, 9, 'partial'],
    [3, 10, 'partial'],
    [2, 7, 'unsupported'],
    [0, 10, 'unsupported'],
  ])('%i of %i words: %s', (found, of, verdict) => {
    expect(verdictOn(sentence(found, of), [item(there.join(' '))])).toBe(verdict)
  })
  it('half of the match is by the best sentence alone', () => {
    // All ten words, four of them in one sentence: (0.4 + 1) / 2; two sentences of three: (0.3 + 0.6) / 2.
    expect(
      verdictOn(there.join(' '), [item(`${there.slice(0, 4).join(' ')}. ${there.slice(4, 7).join(' ')}. X`, there.slice(7).join(' '))]),
    ).toBe('supported')
    expect(verdictOn(there.join(' '), [item(there.slice(0, 3).join(' ')), item(there.slice(3, 6).join(' '))])).toBe('partial')
    expect([supportedFrom, partialFrom, sameMatterFrom]).toEqual([0.5, 0.3, 1 / 3])
  })

  it.each<[string, string, { claim: string; quote: string }[], string]>([
    ['words of claim and quote count together', 'Agents remember facts.', [item('Agents remember.', 'The facts were kept.')], 'supported'],
    ['words of several items count together', 'Agents remember facts.', [item('Agents remember.'), item('Facts matter.')], 'supported'],
    ['derived words count', 'Memories of rememberers helped the agent.', [item('Memory: remembering helps agents.')], 'supported'],
    [
      'abbreviations count as what the evidence says they are',
      'BMI matters.',
      [item('The body mass index (BMI) of mice.', 'Body mass index matters.')],
      'supported',
    ],
    ['stop words do not', 'How is it with the agents?', [item('How is it with the memory?')], 'unsupported'],
    ['no evidence', 'Agents remember.', [], 'cannot-check'],
    ['evidence without words', 'Agents remember.', [item('', '…')], 'cannot-check'],
    ['a sentence without content words', 'It is so.', [item('Agents remember.')], 'cannot-check'],
    ['a sentence of numbers alone', '12 and 13.', [item('Agents remember 12 and 13.')], 'cannot-check'],
    ['a number of the evidence', 'Agents remember 12.4 % of facts.', [item('Agents remember facts.', 'It was 12.4%.')], 'supported'],
    ['another number', 'Agents remember 21.4 % of facts.', [item('Agents remember facts.', 'It was 12.4%.')], 'unsupported'],
    ['the number as a count', 'Agents remember 12 % of facts.', [item('Agents remember facts.', 'There were 12 agents.')], 'unsupported'],
    ['one number too many', 'Agents remember 12.4 of 20 facts.', [item('Agents remember 12.4 facts.')], 'unsupported'],
    ['another number word', 'Two agents remember facts.', [item('Three agents remember facts.')], 'partial'],
    ['numbers are not words', 'Agents remember memories 1 2 3 4.', [item('Agents plan 1 2 3 4.')], 'partial'],
    [
      'numbers of several items',
      'Agents remember 12 and 20 facts.',
      [item('Agents remember 12 facts.'), item('Agents remember 20 facts.')],
      'supported',
    ],
    ['thousands with and without a comma', 'Agents remember 1200 facts.', [item('Agents remember 1,200 facts.')], 'supported'],
    ['millions with commas', 'Agents remember 1,200,000 facts.', [item('Agents remember 1200000 facts.')], 'supported'],
    ['a decimal comma stays', 'Agents remember 12 facts.', [item('Agents remember 1,2 facts.')], 'unsupported'],
    ['digits of a name are no number', 'IL-6 helps agents.', [item('IL6 helps agents.')], 'supported'],
    ['another name of the kind', 'IL-6 agents.', [item('IL-8 monkeys.')], 'unsupported'],
    ['a direction turned', 'Memory improves planning of agents.', [item('Memory worsens planning of agents.')], 'unsupported'],
    ['a direction kept in other words', 'Memory improves planning of agents.', [item('Memory enhances planning of agents.')], 'supported'],
    ['a negation too many', 'Agents do not remember facts.', [item('Agents remember facts.')], 'unsupported'],
    ['a contracted negation too many', "Agents don't remember facts.", [item('Agents remember facts.')], 'unsupported'],
    ['a negation lost', 'Agents remember facts.', [item('Agents never remember facts.')], 'unsupported'],
    ['both negated', 'Agents do not remember facts.', [item('Agents fail: they never remember facts.')], 'supported'],
    [
      'a negation that one item has',
      'Agents do not remember facts.',
      [item('Agents remember facts.'), item('Agents do not remember facts.')],
      'supported',
    ],
    [
      'no negation where only one item has one',
      'Agents remember facts.',
      [item('Agents remember facts.'), item('Agents do not remember facts.')],
      'supported',
    ],
    [
      'a negation in what matches better than what says it without',
      'Agents remember many facts in games.',
      [item('Agents remember facts.'), item('Agents do not remember facts in games.')],
      'unsupported',
    ],
    [
      'a direction in what matches better than what turns it',
      'Memory improves planning of agents in games.',
      [item('Memory improves planning of agents in games.'), item('Memory worsens planning.')],
      'supported',
    ],
    [
      'one that claims a direction is not said by one without',
      'Memory improves planning.',
      [item('Memory and planning were seen.'), item('Memory worsens planning.')],
      'unsupported',
    ],
    [
      'what opposes in another matter: two of seven words',
      'Tea improves mood, sleep, weight, pain and age of mice.',
      [item('Tea worsens mood.', 'Sleep, weight, pain and age of mice.')],
      'supported',
    ],
    [
      'in the same: a third of the words',
      'Tea improves mood, sleep, weight and pain of mice.',
      [item('Tea worsens mood.', 'Sleep, weight and pain of mice.')],
      'unsupported',
    ],
    [
      'what is too little matched is not called opposed',
      'Tea improves mood of old sick fat grey mice.',
      [item('Tea worsens mood of mice.')],
      'partial',
    ],
    [
      'denied with the evidence, though not where it matches best',
      'Agents do not remember facts of games.',
      [item('Agents, facts of games: they remember.'), item('No facts, say agents.')],
      'supported',
    ],
    [
      'denied against the evidence, of which another part is about other things',
      'Agents never remember facts.',
      [item('Agents remember facts.', 'Agents learn.')],
      'unsupported',
    ],
    [
      'denied in no better match than another',
      'Agents remember facts.',
      [item('Agents remember.', 'They never remember facts.')],
      'supported',
    ],
    [
      'the fifth best sentence is asked',
      'Tea improves mood and sleep.',
      [item('Mood and sleep, tea. Mood, sleep and tea. Sleep, tea, mood. Sleep, mood, tea.'), item('Tea worsens mood.')],
      'unsupported',
    ],
    [
      'the sixth is not',
      'Tea improves mood and sleep.',
      [item('Mood and sleep, tea. Mood, sleep and tea. Sleep, tea, mood. Sleep, mood, tea. Tea, mood, sleep.'), item('Tea worsens mood.')],
      'supported',
    ],
    [
      'unless it matches as well as the fifth',
      'Tea improves mood and sleep.',
      [
        item('Mood and sleep, tea. Mood, sleep and tea. Sleep, tea, mood. Sleep, mood, tea. Tea, mood, sleep.'),
        item('Tea worsens mood and sleep.'),
      ],
      'unsupported',
    ],
    ['reserve lost', 'Agents remember facts.', [item('Agents may remember facts.')], 'partial'],
    ['reserve kept', 'Agents might remember facts.', [item('Agents may remember facts.')], 'supported'],
    ['more reserve', 'Agents may remember facts.', [item('Agents remember facts.')], 'supported'],
    [
      'reserve that one item lacks',
      'Agents remember facts.',
      [item('Agents may remember facts.'), item('Agents remember facts.')],
      'supported',
    ],
    ['reserve about something else', 'Agents remember facts.', [item('Agents remember facts.', 'Bees may sting.')], 'supported'],
    ['"less" is a direction and no reserve', 'Agents remember facts.', [item('Agents remember facts with less noise.')], 'supported'],
  ])('%s', (_name, text, evidence, verdict) => {
    expect(verdictOn(text, evidence)).toBe(verdict)
  })
})

describe('checkSupport says what is wrong', () => {
  it.each<[string, string, string, string | null, string | null]>([
    ['nothing', 'Agents remember.', 'Agents remember.', null, null],
    ['nothing to check by', 'Agents remember.', '', null, null],
    [
      'a direction',
      'Memory improves planning.',
      'Memory worsens planning.',
      'contradicted',
      'the evidence says “worsens” where the sentence says “improves”',
    ],
    [
      'a direction negated',
      'Memory improves planning.',
      'Memory does not improve planning.',
      'contradicted',
      'the evidence says “not improve” where the sentence says “improves”',
    ],
    [
      'denied by the evidence',
      'Agents remember facts.',
      'Agents never remember facts.',
      'contradicted',
      'the evidence denies what the sentence states',
    ],
    [
      'denied by the sentence',
      'Agents never remember facts.',
      'Agents remember facts.',
      'contradicted',
      'the sentence denies what the evidence states',
    ],
    ['a number', 'Agents remember 12.5 facts.', 'Agents remember 12.4 facts.', 'number', 'the evidence does not say 12.5'],
    ['a number word', 'Agents remember two facts.', 'Agents remember facts.', 'number', 'the evidence does not say two'],
    ['reserve', 'Agents remember facts.', 'Agents may remember facts.', 'hedge', 'the evidence says it with reserve'],
    ['words', 'Agents sing at night to bees and owls.', 'Bees agents.', 'few-words', 'the evidence does not speak of sing, night, owls'],
    [
      'three words of many',
      'Agents sing at night to bees, cats and owls.',
      'Bees.',
      'few-words',
      'the evidence does not speak of agents, sing, night',
    ],
    ['a word said twice', 'Agents sing, agents hum.', 'Bees.', 'few-words', 'the evidence does not speak of agents, sing, hum'],
    [
      'words of all sentences, none of which has enough',
      'Agents sing at night, bees hum.',
      'Agents. Sing. Bees at night. X hum.',
      null,
      null,
    ],
  ])('%s', (_name, text, evidence, kind, note) => {
    const { flaw } = checkSupport(text, [item(evidence)])
    expect([flaw?.kind ?? null, flaw?.note ?? null]).toEqual([kind, note])
  })
})

describe('of any sentence', () => {
  const word = fc.constantFrom(
    ...'Tea sleep pain mood increases reduced not no may absence 12 5 % IL-6 two of and . BMI (BMI) without'.split(' '),
  )
  const text = fc.array(word, { maxLength: 14 }).map((words) => words.join(' '))
  it('its own words support it, whatever else the evidence says', () => {
    fc.assert(
      fc.property(text, fc.array(text, { maxLength: 3 }), (some, others) => {
        const whole = some.replaceAll('.', '') // one sentence
        const { verdict } = checkSupport(
          whole,
          [...others, whole].map((claim) => item(claim)),
        )
        expect(['supported', 'cannot-check']).toContain(verdict)
      }),
    )
  })
  it('of evidence that says it equally well, one without reserve is enough, in either order', () => {
    const evidence = [item('Tea'), item('', 'sleep may')]
    for (const known of [evidence, evidence.toReversed()]) expect(checkSupport('mood sleep Tea', known).verdict).toBe('supported')
  })
  it('the order of the evidence, and whether it is claim or quote, changes nothing', () => {
    fc.assert(
      fc.property(text, fc.array(text, { maxLength: 4 }), (some, evidence) => {
        const { verdict } = checkSupport(
          some,
          evidence.map((claim) => item(claim)),
        )
        expect(
          checkSupport(
            some,
            evidence.toReversed().map((quote) => item('', quote)),
          ).verdict,
        ).toBe(verdict)
      }),
    )
  })
  it('odd texts are checked all the same', () => {
    for (const odd of ['\u0000', '\ud800', '🔥'.repeat(3000), 'no '.repeat(3000), '1 '.repeat(3000), ''])
      expect(() => checkSupport(`Agents ${odd}`, [item(odd, `Agents ${odd}`)])).not.toThrow()
  })
})
