import { jsonBody } from '@winnow/http/api-exchange.ts'
import type { SourcePolicy } from '@winnow/http/source-policy.ts'
import { baseUrl, type SourceSettings } from '../../source-settings.ts'
import { member, textMember } from '../answers/json-members.ts'
import { faultMessage, judgeJson } from '../answers/status-fault.ts'

const keyPage = 'https://www.semanticscholar.org/product/api#api-key-form'
const keyFix = `set SEMANTIC_SCHOLAR_API_KEY to a valid key (${keyPage})`
const unknownPaper = /not found|no valid paper ids/i

/**
 * How Semantic Scholar wants to be asked (facts §2): with a key one request a second over all endpoints. Without one all
 * the world shares a pool that is nearly always full, so waiting long is no use.
 */
export function semanticScholarPolicy(settings: SourceSettings): SourcePolicy {
  const key = settings.SEMANTIC_SCHOLAR_API_KEY
  const words = { title: 'Semantic Scholar', keyFix, ...(key === undefined ? { slowFix: keyFix } : {}) }
  return {
    name: 'semantic-scholar',
    baseUrl: baseUrl(settings.WINNOW_SEMANTIC_SCHOLAR_URL, 'https://api.semanticscholar.org'),
    intervalMs: 1000,
    exclusive: false,
    throttleWaitsMs: key === undefined ? [2000, 4000] : [1000, 2000, 4000],
    dress: (request) => (key === undefined ? request : { ...request, headers: { ...request.headers, 'x-api-key': key } }),
    faultOf: judgeJson(words, isAnswer, (response) =>
      // "Paper with id … not found", "Title match not found"; a batch in which no id is known is a 400.
      (response.status === 404 || response.status === 400) && unknownPaper.test(textMember(jsonBody(response), 'error') ?? '')
        ? { kind: 'not-found', message: faultMessage(response, words, 'does not have it') }
        : null,
    ),
  }
}

/** A page of a list, a paper, or the list that answers a batch. */
function isAnswer(body: unknown): boolean {
  return Array.isArray(body) || ['data', 'total', 'paperId'].some((name) => member(body, name) !== undefined)
}

/** Null when it may be asked: `on`, or `auto` with a key; else why not and what to set. */
export function unusableSemanticScholar({ WINNOW_SEMANTIC_SCHOLAR: mode, SEMANTIC_SCHOLAR_API_KEY: key }: SourceSettings): string | null {
  if (mode === 'off') return 'Semantic Scholar is switched off: set WINNOW_SEMANTIC_SCHOLAR=auto to use it'
  if (mode === 'on' || key !== undefined) return null
  return `Semantic Scholar is used with a key only: set SEMANTIC_SCHOLAR_API_KEY (free: ${keyPage}), or WINNOW_SEMANTIC_SCHOLAR=on to try without`
}
