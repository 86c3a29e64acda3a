const UNITS =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'
const ORDINALS =
  'zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth'
const TENTHS = 'twentieth thirtieth fortieth fiftieth sixtieth seventieth eightieth ninetieth'

const SMALL: ReadonlyMap<string, number> = new Map(
  [UNITS, ORDINALS].flatMap((list) => list.split(' ').map((word, i): [string, number] => [word, i])),
)
const TEN_CARDINAL: ReadonlyMap<string, number> = tens(TENS)
const TEN_ORDINAL: ReadonlyMap<string, number> = tens(TENTHS)

function tens(list: string): ReadonlyMap<string, number> {
  return new Map(list.split(' ').map((word, i) => [word, (i + 2) * 10]))
}

/**
 * The number that the folded words from position `at` spell, cardinal or ordinal, below one hundred ("twelve",
 * "twenty five", "twenty first"), and how many words it takes; null where no number starts.
 */
export function numberWord(words: readonly string[], at: number): { readonly value: number; readonly length: 1 | 2 } | null {
  const word = words[at] ?? ''
  const ten = TEN_CARDINAL.get(word)
  if (ten !== undefined) {
    const unit = SMALL.get(words[at + 1] ?? '')
    return unit !== undefined && unit > 0 && unit < 10 ? { value: ten + unit, length: 2 } : { value: ten, length: 1 }
  }
  const value = SMALL.get(word) ?? TEN_ORDINAL.get(word)
  return value === undefined ? null : { value, length: 1 }
}
