import { describe, expect, it } from 'vitest'
import { sameVenue, venueKey } from './venue-key.ts'

const same = (a: string, b: string) => {
  const [x, y] = [venueKey(a), venueKey(b)]
  if (x === null || y === null) throw new Error('no key')
  expect(sameVenue(y, x)).toBe(sameVenue(x, y))
  return sameVenue(x, y)
}

describe('sameVenue', () => {
  it.each([
    ['J Test Med', 'Journal of Test Medicine', true],
    ['J. Natl. Cancer Inst.', 'Journal of the National Cancer Institute', true],
    ['Acta Obstetricia & Gynecologica', 'Acta Obstetricia et Gynecologica', true],
    ['The Lancet', 'Lancet', true],
    ['BMJ (Clinical research ed.)', 'BMJ', true],
    ['BMJ', 'British Medical Journal', true],
    ['PNAS', 'Proceedings of the National Academy of Sciences', true],
    ['PNAS', 'Proceedings of the National Academy of Sciences of the United States of America', true],
    ['Int J Gynecol Cancer', 'International journal of gynecological cancer : official journal of the Society', true],
    ['Revista Paulista de Medicina', 'Sao Paulo Medical Journal = Revista Paulista de Medicina', true],
    ['Japanese Journal of Cancer', 'Gan to Kagaku Ryoho [Japanese Journal of Cancer]', true],
    ['International journal of cancer.Journal international du cancer', 'Int J Cancer', true],
    ['Conference on Information Systems - Sharing Society', 'Conference on Information Systems', true],
    ['Proceedings of the 16th Symposium on Testing', 'Symposium on Testing', true],
    ['Proceedings of the Sixteenth Symposium on Testing', 'Symposium on Testing, SOT', true],
    ['2019 Conference on Reefs', 'Conference on Reefs', true],
    ['(Reefs)', 'Reefs', true],
    ['Hepatology Tests', 'Hepatology Trials', false],
    ['Cancer', 'Cancer Research', false],
    ['Nature', 'Nature Medicine', false],
    ['Journal of Test Medicine', 'Journal of Test Surgery', false],
    ['Vision', 'Revision', false],
    ['JTM', 'Journal of Test Medicine', true],
    ['VLDB', 'International Conference on Very Large Data Bases', true],
    ['VLD', 'International Conference on Very Large Data Bases', false],
    ['JT', 'Journal of Testing', false],
    ['ACM', 'Journal of Test Medicine', false],
    ['Molecular Biology', 'Microbial Biology', false],
    ['Annales fran?aises de r?animation', 'Annales Francaises de Reanimation', true],
    ['Annales fran\uFFFDaises', 'Annales Francaises', true],
    ['Where to? Reefs', 'Where to Reefs', true],
  ])('%s / %s: %s', (a, b, expected) => {
    expect(same(a, b)).toBe(expected)
  })

  it.each(['', '—', '...'])('no key for %j', (raw) => {
    expect(venueKey(raw)).toBeNull()
  })
})
