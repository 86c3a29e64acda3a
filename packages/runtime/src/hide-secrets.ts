/** A shorter value is no key, and hiding it would tear words apart (our reading). */
const shortestSecret = 6

/** Names of variables whose values are secret. */
const secretVariable = /(?:(?:^|_)(?:KEY|TOKEN|SECRET|CREDENTIALS)|APIKEY|PASSWORD|PASSWD)$/i

/** Fields whose values are secret, wherever they stand. */
const secretField = '(?:[\\w-]*(?:api[_-]?key|authorization|password|passwd|secret|cookie|access[_-]?token)|key|token|databaseUrl|natsUrl)'

/** Parameters whose values are secret: `api_key=…` in an address, `PGPASSWORD=…` in a command. */
const secretParameter = '[\\w-]*(?:api[_-]?key|password|passwd|secret|token)|[A-Z_]*_key|key'

const rules: readonly (readonly [RegExp, string])[] = [
  // A field of an object, and of one that stands as text in another.
  [new RegExp(`"(${secretField})":"(?:[^"\\\\]|\\\\.)*"`, 'gi'), '"$1":"[secret]"'],
  [new RegExp(`\\\\"(${secretField})\\\\":\\s*\\\\"[^"]*\\\\"`, 'gi'), '\\"$1\\":\\"[secret]\\"'],
  // The password of an address, or the token before its host.
  [/(:\/\/[^\s:@/"\\]*):[^\s/"\\]*@/g, '$1:[secret]@'],
  [/:\/\/[^\s:@/"\\]+@/g, '://[secret]@'],
  [/\b(authorization\s*[:=]\s*)(?:(?:Bearer|Basic|Token|ApiKey)\s+)?[^\s"\\,;]+/gi, '$1[secret]'],
  [/\b(Bearer\s+)[\w.~+/=-]{8,}/g, '$1[secret]'],
  [new RegExp(`\\b(${secretParameter})=[^\\s&"\\\\,;]+`, 'gi'), '$1=[secret]'],
  // Keys by their looks: of model providers, and our own (`wk_<id>_<secret>`).
  [/\bsk-[\w-]{8,}/g, '[secret]'],
  [/\bwk_([0-9a-f]{16})_[0-9a-f]{64}/g, 'wk_$1_[secret]'],
]

/** The values of an environment that are secret: keys, tokens, and the passwords of addresses. */
export function secretsIn(environment: Readonly<Record<string, string | undefined>>): readonly string[] {
  return Object.entries(environment).flatMap(([name, value = '']) => {
    if (secretVariable.test(name)) return [value]
    const password = URL.parse(value)?.password ?? ''
    return password === '' ? [] : [password, decoded(password)]
  })
}

/**
 * Makes what takes the secrets out of a text (a line of a log, JSON or not): the given values as they are, percent-encoded or
 * escaped in JSON, and what its place or its looks show to be one. Each leaves "[secret]" behind.
 */
export function createSecretHider(values: readonly string[]): (text: string) => string {
  const spellings = values
    .filter((value) => value.length >= shortestSecret)
    .flatMap((value) => [value, encodeURIComponent(value), JSON.stringify(value).slice(1, -1)])
    // The longest first: a secret that holds another goes whole.
    .sort((a, b) => b.length - a.length)
    .map((value) => value.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'))
  const all: typeof rules = spellings.length === 0 ? rules : [[new RegExp(spellings.join('|'), 'g'), '[secret]'], ...rules]
  return (text) => all.reduce((hidden, [rule, instead]) => hidden.replace(rule, instead), text)
}

/** A password is percent-encoded in its address; one that is not so is taken as it stands. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch (error) {
    if (error instanceof URIError) return text
    throw error
  }
}
