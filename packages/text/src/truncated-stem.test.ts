import { expect, test } from 'vitest'
import { truncatedStem } from './truncated-stem.ts'

test.each([
  ['inhibit inhibits inhibition inhibitor inhibitory', 'inhibi'],
  ['increase increased increasing', 'increa'],
  ['memory memories', 'memori'],
  ['memorys', 'memory'],
  ['rates rate rated', 'rate'],
  ['tumour tumor tumours tumors', 'tumor'],
  ['tumourigenesis tumorigenesis', 'tumori'],
  ['oedema edema', 'edema'],
  ['haemorrhage hemorrhage', 'hemorr'],
  ['hour', 'hour'],
  ['source', 'source'],
  ['il6', 'il6'],
  ['p53binding', 'p53binding'],
  ['über', 'über'],
  ['', ''],
])('%s', (words, stem) => {
  for (const word of words.split(' ')) expect(truncatedStem(word)).toBe(stem)
})
