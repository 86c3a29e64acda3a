import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isWorkDoi, normaliseDoi } from './doi.ts'

describe('normaliseDoi (beyond the rows of PBR-010)', () => {
  it.each([
    { name: 'already normal', raw: '10.1000/abc', doi: '10.1000/abc' },
    { name: 'upper case', raw: '10.1000/ABC', doi: '10.1000/abc' },
    { name: 'in running text', raw: 'Available at doi 10.1000/abc, last seen 2020', doi: '10.1000/abc' },
    { name: 'registrant with subdivision', raw: '10.1000.10/123', doi: '10.1000.10/123' },
    { name: 'registrant of four digits is the shortest', raw: '10.1234/a', doi: '10.1234/a' },
    { name: 'registrant of three digits', raw: '10.123/a', doi: null },
    { name: 'registrant of nine digits is the longest', raw: '10.123456789/a', doi: '10.123456789/a' },
    { name: 'registrant of ten digits', raw: '10.1234567890/a', doi: null },
    { name: 'a version number is no DOI', raw: '3.10.1234/a', doi: null },
    { name: 'a longer number is no DOI', raw: '110.1234/a', doi: null },
    { name: 'a suffix without letters or digits', raw: '10.1234/--', doi: null },
    { name: 'a suffix of one digit', raw: '10.1234/7', doi: '10.1234/7' },
    { name: 'closing bracket without its opening one', raw: '(doi: 10.1000/abc)', doi: '10.1000/abc' },
    { name: 'square bracket', raw: '[10.1000/abc]', doi: '10.1000/abc' },
    { name: 'brace', raw: '{10.1000/abc}', doi: '10.1000/abc' },
    { name: 'angle bracket', raw: '<https://doi.org/10.1000/abc>', doi: '10.1000/abc' },
    { name: 'balanced brackets stay', raw: '10.1000/(abc)', doi: '10.1000/(abc)' },
    { name: 'trailing quote, comma and semicolon', raw: '"10.1000/abc",;', doi: '10.1000/abc' },
    { name: 'trailing slash', raw: 'https://doi.org/10.1000/abc/', doi: '10.1000/abc' },
    { name: 'en dash for hyphen', raw: '10.1000/a–b', doi: '10.1000/a-b' },
    { name: 'soft hyphen inside', raw: '10.1000/a\u00adbc', doi: '10.1000/abc' },
    { name: 'escaped percent sign is left', raw: '10.1000/a%80b', doi: '10.1000/a%80b' },
    { name: 'escaped DEL is left', raw: '10.1000/a%7Fb', doi: '10.1000/a%7fb' },
    { name: 'fragment in an address', raw: 'https://doi.org/10.1000/abc#x', doi: '10.1000/abc' },
    {
      name: 'a final # is part of an old SICI',
      raw: 'https://doi.org/10.1002/(sici)1(1)1:1<1::aid-x1>3.0.co;2-#',
      doi: '10.1002/(sici)1(1)1:1<1::aid-x1>3.0.co;2-#',
    },
    { name: 'a bare DOI keeps its question mark', raw: '10.1000/abc?x', doi: '10.1000/abc?x' },
    { name: 'query without resolver', raw: 'www.example.org/10.1000/abc?x=1', doi: '10.1000/abc' },
    { name: 'publisher address, full text', raw: 'https://example.org/doi/10.1002/abc/full', doi: '10.1002/abc' },
    { name: 'publisher address, PDF', raw: 'https://example.org/doi/pdf/10.1002/abc.pdf', doi: '10.1002/abc' },
    { name: 'at the resolver "/full" belongs to the DOI', raw: 'https://doi.org/10.1002/abc/full', doi: '10.1002/abc/full' },
    {
      name: 'bioRxiv address with version',
      raw: 'https://www.biorxiv.org/content/10.1101/2020.01.01.123456v2.full',
      doi: '10.1101/2020.01.01.123456',
    },
    { name: 'bioRxiv DOI with version', raw: '10.1101/2020.01.01.123456v2', doi: '10.1101/2020.01.01.123456' },
    { name: 'another DOI that ends like a version', raw: '10.1000/2020.01v2', doi: '10.1000/2020.01v2' },
    { name: 'LaTeX underscore', raw: '10.1007/978-3\\_7', doi: '10.1007/978-3_7' },
    { name: 'empty', raw: '', doi: null },
  ])('$name', ({ raw, doi }) => {
    expect(normaliseDoi(raw)).toBe(doi)
  })

  it('is idempotent, and sees through resolver, label, case and a final stop', () => {
    const suffix = fc.string({ unit: fc.constantFrom(...'abcXYZ019-._/()'), minLength: 1, maxLength: 20 })
    fc.assert(
      fc.property(suffix, (text) => {
        const doi = normaliseDoi(`10.5555/a${text}`)
        if (doi === null) throw new Error('no DOI')
        expect(normaliseDoi(doi)).toBe(doi)
        for (const form of [`https://doi.org/${doi}`, `doi:${doi}.`, doi.toUpperCase(), ` ${doi} `]) expect(normaliseDoi(form)).toBe(doi)
      }),
    )
  })
})

describe('isWorkDoi', () => {
  it.each([
    { doi: '10.13039/501100000000', expected: false },
    { doi: '10.1303/9', expected: true },
    { doi: '10.5555/10.13039/1', expected: true },
  ])('$doi: $expected', ({ doi, expected }) => {
    expect(isWorkDoi(doi)).toBe(expected)
  })
})
