import { describe, expect, test } from 'vitest'
import { keyChecks } from './key-checks.ts'

const find = (environment: Readonly<Record<string, string>>, name: string) => keyChecks(environment).find((check) => check.name === name)

test('nothing set is no fault, and each says what it would give', () => {
  const checks = keyChecks({})
  expect(checks.map(({ name }) => name)).toEqual([
    ...['OPENAI', 'ANTHROPIC', 'OPENALEX', 'SEMANTIC_SCHOLAR', 'NCBI', 'TAVILY', 'BRAVE', 'SERPER', 'CLUEWEB'].map(
      (of) => `key ${of}_API_KEY`,
    ),
    'WINNOW_CONTACT',
  ])
  for (const check of checks) {
    expect(check).toMatchObject({ ok: true, fix: null })
    expect(check.detail).toMatch(/^not set; .*gives .{5}/)
  }
})

describe('a key', () => {
  test.each(['sk-abc_123', ' key\n', 'a'])('"%s" is set, and not told', (key) => {
    expect(find({ OPENALEX_API_KEY: key }, 'key OPENALEX_API_KEY')).toEqual({
      name: 'key OPENALEX_API_KEY',
      ok: true,
      detail: 'set',
      fix: null,
    })
  })

  test('blank is not set', () => {
    expect(find({ OPENALEX_API_KEY: ' ' }, 'key OPENALEX_API_KEY')?.detail).toMatch(/^not set/)
  })

  test.each(['my key', '…', 'schlüssel', '"key"', "'key", 'key"', '<key>', 'a\tb'])('%s is none', (key) => {
    const check = find({ NCBI_API_KEY: key }, 'key NCBI_API_KEY')
    expect(check).toMatchObject({ ok: false, fix: 'set NCBI_API_KEY to the key alone, or unset it' })
    expect(JSON.stringify(check)).not.toContain('my key')
  })
})

describe('the contact', () => {
  test.each(['a@example.org', ' first.last@mail.example.org '])('%s', (contact) => {
    expect(find({ WINNOW_CONTACT: contact }, 'WINNOW_CONTACT')).toEqual({
      name: 'WINNOW_CONTACT',
      ok: true,
      detail: `requests carry ${contact.trim()}`,
      fix: null,
    })
  })

  test.each(['me', 'a@b', '@example.org', 'a b@example.org', 'ä@example.org'])('%s is no address', (contact) => {
    expect(find({ WINNOW_CONTACT: contact }, 'WINNOW_CONTACT')).toMatchObject({
      ok: false,
      detail: `"${contact}" is no e-mail address`,
      fix: expect.stringContaining('WINNOW_CONTACT'),
    })
  })
})
