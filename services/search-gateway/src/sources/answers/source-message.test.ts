import { expect, test } from 'vitest'
import { isHtmlPage, sourceMessage } from './source-message.ts'

test('on one line, without markup', () => {
  expect(sourceMessage('<p>Exception:\n\n retstart &amp; more</p>')).toBe('Exception: retstart & more')
})

test('250 characters at most, the cut to be seen', () => {
  expect(sourceMessage('x'.repeat(250))).toBe('x'.repeat(250))
  expect(sourceMessage('x'.repeat(251))).toBe(`${'x'.repeat(249)}…`)
  expect(sourceMessage(`${'x'.repeat(248)} y${'z'.repeat(9)}`)).toBe(`${'x'.repeat(248)}…`)
  expect(sourceMessage(`${'<p>'.repeat(1665)}--said`)).toBe('--sai')
  expect(sourceMessage(`${'<p>'.repeat(1665)}-said`)).toBe('-said')
  expect(sourceMessage(`${'<p>'.repeat(2100)}said`)).toBe('')
})

test.each([
  ['<?xml version="1.0"?>\n<Error><Code>403</Code><Message>Access <b>denied</b></Message></Error>', '403 Access denied'],
  ['<feed xmlns="http://www.w3.org/2005/Atom"><entry><summary>too much</summary', 'too much'],
  ['the field <year> is unknown, 3 < 4', 'the field <year> is unknown, 3 < 4'],
])('XML loses its elements, another text keeps its brackets: %j', (text, message) => {
  expect(sourceMessage(text)).toBe(message)
})

test.each([
  ['<!DOCTYPE html><html>', true],
  ['\n <HTML lang="en">', true],
  ['<!doctype  html>', true],
  ['<!-- x -->\n\n<!-- y --> <html>', true],
  ['<!-- x --><html>', true],
  ['<head><title>', true],
  ['<body>', true],
  ['<?xml version="1.0"?><html>', false],
  ['<htmlx>', false],
  ['{"html":"<html>"}', false],
  ['Resource not found.', false],
  ['', false],
])('%j is a page: %j', (body, page) => {
  expect(isHtmlPage(body)).toBe(page)
})
