import { UsageError } from '@winnow/runs/usage-error.ts'
import { describe, expect, test } from 'vitest'
import { type DedupFlags, dedupRequest } from './dedup-options.ts'

const isFile = (path: string) => path.endsWith('.ris')
const request = (files: readonly string[], flags: DedupFlags = {}) => dedupRequest(files, flags, isFile)

describe('what is explained', () => {
  test.each<[name: string, files: string[], explain: DedupFlags['explain'], paths: string[], asked: unknown]>([
    ['nothing', ['a.ris'], undefined, ['a.ris'], null],
    ['all', ['a.ris'], true, ['a.ris'], 'all'],
    ['two ids', ['a.ris'], ['x', 'y'], ['a.ris'], ['x', 'y']],
    ['ids that are names of files', ['folder'], ['x.ris', 'y.ris'], ['folder'], ['x.ris', 'y.ris']],
    ['all, the files after it', [], ['a.ris', 'b.ris'], ['a.ris', 'b.ris'], 'all'],
    ['two ids, the files after them', [], ['x', 'y', 'a.ris'], ['a.ris'], ['x', 'y']],
  ])('%s', (_name, files, explain, paths, asked) => {
    expect(request(files, explain === undefined ? {} : { explain })).toEqual({ paths, format: null, explain: asked })
  })

  test.each<[name: string, files: string[], explain: readonly string[]]>([
    ['one id', ['a.ris'], ['x']],
    ['three ids', ['a.ris'], ['x', 'y', 'z']],
  ])('%s is bad usage', (_name, files, explain) => {
    expect(() => request(files, { explain })).toThrow(UsageError)
    expect(() => request(files, { explain })).toThrow(`given: ${explain.join(', ')}.`)
  })

  test('no files are bad usage', () => {
    expect(() => request([])).toThrow(UsageError)
    expect(() => request([], { explain: true })).toThrow(/name the files/)
    expect(() => request([], { explain: ['x', 'y'] })).toThrow(/name the files/)
  })
})

describe('the format', () => {
  test.each<[flags: DedupFlags, format: string | null]>([
    [{}, null],
    [{ format: 'csv' }, 'csv'],
    [{ json: true }, 'json'],
    [{ json: true, format: 'json' }, 'json'],
    [{ out: 'x.json' }, 'json'],
    [{ out: 'x.csv' }, 'csv'],
    [{ out: 'folder.csv/x.RIS' }, 'ris'],
    [{ out: 'x.bib' }, 'bibtex'],
    [{ out: 'x.bibtex' }, 'bibtex'],
    [{ out: 'x.txt', format: 'csv' }, 'csv'],
    [{ out: 'x.ris', json: true }, 'json'],
  ])('%j', (flags, format) => {
    expect(request(['a.ris'], flags).format).toBe(format)
  })

  test.each<[flags: DedupFlags, message: string]>([
    [{ json: true, format: 'csv' }, '--json and --format csv exclude each other'],
    [{ out: 'x.txt' }, '--out x.txt does not tell the format: give --format json, csv, ris, bibtex'],
    [{ out: 'x' }, '--out x does not tell the format'],
  ])('%j is bad usage', (flags, message) => {
    expect(() => request(['a.ris'], flags)).toThrow(UsageError)
    expect(() => request(['a.ris'], flags)).toThrow(message)
  })
})
