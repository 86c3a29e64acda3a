import { expect, test } from 'vitest'
import { createSecretHider, secretsIn } from './hide-secrets.ts'

const ours = `wk_0123456789abcdef_${'ab'.repeat(32)}`

const places: readonly [string, string, string][] = [
  [
    'a password in an address',
    'cannot reach postgres://winnow:pa55@db:5432/w?x=1',
    'cannot reach postgres://winnow:[secret]@db:5432/w?x=1',
  ],
  ['one with an @ in it', 'nats://u:p@ss@host/', 'nats://u:[secret]@host/'],
  ['one without a user', 'redis://:pa55@host', 'redis://:[secret]@host'],
  ['two in a line', 'a://b:c@d a://b:e@d', 'a://b:[secret]@d a://b:[secret]@d'],
  ['a token before a host', 'nats://t0ken@host:4222 is away', 'nats://[secret]@host:4222 is away'],
  ['no password in an address', 'http://host:8080/a:b@c http://host/x@y', 'http://host:8080/a:b@c http://host/x@y'],
  ['an authorization header', 'Authorization: Bearer abc', 'Authorization: [secret]'],
  ['another scheme', 'authorization=Basic dTpw, x', 'authorization=[secret], x'],
  ['a bearer token elsewhere', 'sent Bearer abcdefgh.ij-k_l~m+/=', 'sent Bearer [secret]'],
  ['the shortest of them', 'Bearer abcdefgh sk-abcdefgh', 'Bearer [secret] [secret]'],
  ['a word that is none', 'Bearer of news', 'Bearer of news'],
  ['seven letters are no token', 'Bearer abcdefg', 'Bearer abcdefg'],
  ['a key in an address', 'GET /works?api_key=a1&q=key&mailto=x', 'GET /works?api_key=[secret]&q=key&mailto=x'],
  [
    'other spellings of it',
    'apikey=1 api-key=2 key=3 access_token=4 token=5 password=6',
    'apikey=[secret] api-key=[secret] key=[secret] access_token=[secret] token=[secret] password=[secret]',
  ],
  [
    'a variable',
    'PGPASSWORD=abc OPENAI_API_KEY=abc WINNOW_KEY=abc MY_SECRET=abc',
    'PGPASSWORD=[secret] OPENAI_API_KEY=[secret] WINNOW_KEY=[secret] MY_SECRET=[secret]',
  ],
  ['a parameter with another name', 'recordKey=openalex:W1 monkey=1', 'recordKey=openalex:W1 monkey=1'],
  ['a key of a model provider', 'Incorrect API key provided: sk-proj-ab_c1234.', 'Incorrect API key provided: [secret].'],
  ['a word that begins like one', 'task-oriented-dialogue sk-short', 'task-oriented-dialogue sk-short'],
  ['our own key', `the key ${ours} is unknown`, 'the key wk_0123456789abcdef_[secret] is unknown'],
  [
    'a field, at any depth',
    '{"a":{"b":{"c":{"d":[{"apiKey":"x\\"y","seen":"z"}]}}}}',
    '{"a":{"b":{"c":{"d":[{"apiKey":"[secret]","seen":"z"}]}}}}',
  ],
  [
    'a header',
    '{"headers":{"x-api-key":"x","Authorization":"y","set-cookie":"z"}}',
    '{"headers":{"x-api-key":"[secret]","Authorization":"[secret]","set-cookie":"[secret]"}}',
  ],
  [
    'fields of ours',
    '{"key":"a","token":"b","databaseUrl":"c","natsUrl":"d","password":"e","clientSecret":"f"}',
    '{"key":"[secret]","token":"[secret]","databaseUrl":"[secret]","natsUrl":"[secret]","password":"[secret]","clientSecret":"[secret]"}',
  ],
  [
    'a field of an object as text',
    '{"msg":"{\\"api_key\\": \\"x\\",\\"q\\":\\"y\\"}"}',
    '{"msg":"{\\"api_key\\":\\"[secret]\\",\\"q\\":\\"y\\"}"}',
  ],
  ['a field with another name', '{"recordKey":"a","tokens":"12","keys":"b"}', '{"recordKey":"a","tokens":"12","keys":"b"}'],
]
test.each(places)('%s', (_, line, shown) => {
  expect(createSecretHider([])(line)).toBe(shown)
})

const values: readonly [string, readonly string[], string, string][] = [
  ['a value, wherever it stands', ['s3cret'], 'as3cretb s3cret', 'a[secret]b [secret]'],
  ['a value of five letters is none', ['s3cre'], 'as3creb', 'as3creb'],
  ['one that is percent-encoded', ['pä ss/w'], 'x=p%C3%A4%20ss%2Fw', 'x=[secret]'],
  ['one that is escaped in JSON', ['a"b\\cde'], '{"m":"a\\"b\\\\cde"}', '{"m":"[secret]"}'],
  [
    'characters that mean something in patterns',
    ['a.b*c$d(e)[f]{g}^h|i/j+k?\\l'],
    'xa.b*c$d(e)[f]{g}^h|i/j+k?\\l aabbc',
    'x[secret] aabbc',
  ],
  ['one that holds another', ['secret', 'secret-longer'], 'secret-longer secret', '[secret] [secret]'],
]
test.each(values)('%s, is hidden', (_, secrets, line, shown) => {
  expect(createSecretHider(secrets)(line)).toBe(shown)
})

test.each([
  ['KEY', ['v']],
  ['OPENAI_API_KEY', ['v']],
  ['winnow_key', ['v']],
  ['GITHUB_TOKEN', ['v']],
  ['PGPASSWORD', ['v']],
  ['MYAPIKEY', ['v']],
  ['PG_PASSWORD', ['v']],
  ['DB_PASSWD', ['v']],
  ['AWS_SECRET', ['v']],
  ['AWS_CREDENTIALS', ['v']],
  ['MONKEY', []],
  ['KEY_FILE', []],
  ['PATH', []],
])('the value of %s', (name, secret) => {
  expect(secretsIn({ [name]: 'v', UNSET: undefined })).toEqual(secret)
})

test('passwords of addresses are secret, encoded and decoded', () => {
  expect(secretsIn({ DATABASE_URL: 'postgres://u:p%40ss@h/d', OTHER: 'http://h/', NATS_URL: 'nats://u@h' })).toEqual(['p%40ss', 'p@ss'])
  expect(secretsIn({ DATABASE_URL: 'postgres://u:p%4@h/d' })).toEqual(['p%4', 'p%4'])
})
