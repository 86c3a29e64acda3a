import { expect, test } from 'vitest'
import { shownAddress } from './shown-address.ts'

test.each([
  ['a password', 'postgres://ada:secret@db:5432/winnow', 'postgres://ada:***@db:5432/winnow'],
  ['a password with an @', 'postgres://ada:sec@ret@db/winnow', 'postgres://ada:***@db/winnow'],
  ['a name without a password', 'postgres://ada@db/winnow', 'postgres://ada@db/winnow'],
  ['a password in the query', 'postgres://db/winnow?user=ada&password=secret', 'postgres://db/winnow'],
  ['nothing secret', 'postgresql://127.0.0.1:5432/winnow', 'postgresql://127.0.0.1:5432/winnow'],
  ['what is no address', '//ada:secret@db/winnow', 'at the configured address'],
])('%s', (_name, url, shown) => {
  expect(shownAddress(url)).toBe(shown)
})
