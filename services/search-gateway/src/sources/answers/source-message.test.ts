import { expect, test } from 'vitest'
import { isHtmlPage, sourceMessage } from './source-message.ts'

test('on one line, without markup', () => {
  expect(sourceMessage('<p>Exception:\n\n retstart &amp; more</p>')).toBe('Exception: retstart & more')
})

test('300 characters at most, the cut to be seen', () => {
  expect(sourceMessage('x'.repeat(300))).toBe('x'.repeat(300))
  expect(sourceMessage('x'.repeat(301))).toBe(`${'x'.repeat(299)}…`)
  expect(sourceMessage(`${'x'.repeat(298)} y${'z'.repeat(9)}`)).toBe(`${'x'.repeat(298)}…`)
  expect(sourceMessage(`${'<p>'.repeat(1998)}said`)).toBe('said')
  expect(sourceMessage(`${'<p>'.repeat(1999)}said`)).toBe('sai')
  expect(sourceMessage(`${'<p>'.repeat(2100)}said`)).toBe('')
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
