import { expect, test } from 'vitest'
import { answerText } from './answer-text.ts'

const latin = '<?xml version="1.0" encoding="ISO-8859-1"?><a>é</a>'
const wide = '<?xml version="1.0" encoding="UTF-16"?><a>é</a>'
const late = `${' '.repeat(190)}${latin}`

test.each<[how: string, bytes: Buffer, contentType: string, text: string]>([
  ['UTF-8 unless told', Buffer.from('é'), '', 'é'],
  ['its byte order mark, which is left out', Buffer.from('\ufeffé'), 'application/json', 'é'],
  ['its byte order mark, whatever is told', Buffer.from('\ufeffé'), 'application/json; charset=iso-8859-1', 'é'],
  ['the content type', Buffer.from('é', 'latin1'), 'text/xml; charset=ISO-8859-1', 'é'],
  ['the content type with quotes', Buffer.from('é', 'latin1'), 'text/xml; Charset = "iso-8859-1"', 'é'],
  ['the content type before the XML declaration', Buffer.from(latin), 'text/xml; charset=utf-8', latin],
  ['UTF-8 where the name is unknown', Buffer.from('é'), 'text/xml; charset=nonsense', 'é'],
  ['the XML declaration', Buffer.from(latin, 'latin1'), 'text/xml', latin],
  ['the XML declaration in single quotes', Buffer.from(latin.replaceAll('"', "'"), 'latin1'), '', latin.replaceAll('"', "'")],
  ['UTF-8 where the XML declaration speaks of UTF-16', Buffer.from(wide), 'text/xml', wide],
  ['UTF-8 where the declaration begins nothing', Buffer.from(`{"a":"${latin}"}`), '', `{"a":"${latin}"}`],
  ['UTF-8 where the declaration is far away', Buffer.from(late), '', late],
])('by %s', (_how, bytes, contentType, text) => {
  expect(answerText(bytes, contentType)).toBe(text)
})
