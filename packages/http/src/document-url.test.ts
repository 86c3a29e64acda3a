import { expect, test } from 'vitest'
import { documentUrl } from './document-url.ts'

test.each([
  ['http', 'http://a.example/x.pdf', 'http://a.example/x.pdf'],
  ['https', 'HTTPS://A.example/x y', 'https://a.example/x%20y'],
  ['without its fragment', 'https://a.example/x#page=2', 'https://a.example/x'],
])('fetched is an address of %s', (_, address, url) => {
  expect(documentUrl(address)).toEqual({ ok: true, url: new URL(url) })
})

test.each([
  ['no address', 'x.pdf', '“x.pdf” is no address'],
  ['a file', 'file:///etc/passwd', '“file:///etc/passwd” is no address of http or https'],
  ['ftp', 'ftp://a.example/x', '“ftp://a.example/x” is no address of http or https'],
  ['something that begins like http', 'httpx://a.example', '“httpx://a.example” is no address of http or https'],
  ['data', `data:text/plain,${'x'.repeat(300)}`, `“data:text/plain,${'x'.repeat(184)}…” is no address of http or https`],
  ['a name', 'https://me@a.example/x', 'the address at a.example holds a name or password, which is not sent'],
  ['a password', 'https://:secret@a.example:8080/x', 'the address at a.example:8080 holds a name or password, which is not sent'],
])('not fetched is %s', (_, address, message) => {
  expect(documentUrl(address)).toEqual({ ok: false, message })
})

test('an address of 200 characters is shown whole', () => {
  expect(documentUrl('x'.repeat(200))).toEqual({ ok: false, message: `“${'x'.repeat(200)}” is no address` })
})

test.each([
  ['/y', 'https://a.example/y'],
  ['z?q=1', 'https://a.example/d/z?q=1'],
  ['//b.example/', 'https://b.example/'],
])('a redirect to %s is read from where it stands', (location, url) => {
  expect(documentUrl(location, 'https://a.example/d/x')).toEqual({ ok: true, url: new URL(url) })
})
