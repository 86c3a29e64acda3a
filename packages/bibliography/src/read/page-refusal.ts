/** What a page is instead of an article, where its host says so. */
export type PageRefusal = 'bot-wall' | 'quota' | 'login' | 'missing' | 'cookies'

/** A page with more words than this is judged by its title alone: articles speak of cookies and captchas too (our reading). */
const SHORT_PAGE_WORDS = 300

/** In this order: a page that says several things is named by the first. */
const PHRASES: readonly (readonly [refusal: PageRefusal, phrase: RegExp])[] = [
  [
    'quota',
    /(?:downloads?|requests?|quota|limit)[\s\w]{0,20}(?:exceeded|reached)|exceeded [\s\w]{0,30}(?:downloads?|requests?|quota|limit)|too many requests|rate limit/i,
  ],
  [
    'bot-wall',
    /just a moment|enable javascript|javascript (?:is|must be) (?:disabled|enabled|required)|checking your browser|(?:verify|confirm|prove) (?:that )?you(?:'|’)?(?:re| are) (?:not a robot|(?:a )?human)|are you a robot|captcha|unusual traffic|pardon our interruption|attention required|access (?:to this page (?:has been )?|is )?denied|request (?:has been |was )?blocked|security (?:check|verification)|bot (?:detection|protection)|automated (?:access|requests)|403 forbidden/i,
  ],
  [
    'login',
    /(?:sign|log) ?in to|log ?in required|please (?:sign|log) ?in|access through your (?:institution|organi[sz]ation)|institutional (?:access|login|sign)|purchase (?:access|this article|pdf)|buy (?:this )?article|subscribe to|get access|access options|rent (?:this )?article/i,
  ],
  [
    'missing',
    /page (?:was |could |can )?not (?:be )?found|\b404\b|no longer (?:available|exists)|does not exist|cannot be found|(?:article|page|document|file|item|content|text) (?:is |was )?(?:not|un)[\s-]?available|\bnot available\b/i,
  ],
  [
    'cookies',
    /(?:accept|enable|allow|use of|uses) (?:all )?cookies|cookies (?:are|must be) (?:disabled|enabled)|cookie (?:policy|settings|consent|preferences)/i,
  ],
]

/**
 * The refusal that a page's title or, on a short page, its text speaks of, with the words that say so; a used-up quota may
 * be told by the address alone ("…/downloadsexceeded.html", PBR-021).
 */
export function pageRefusal(title: string, text: string, url = ''): { readonly refusal: PageRefusal; readonly said: string } | undefined {
  const isShort = text.split(/\s+/).length <= SHORT_PAGE_WORDS
  for (const [refusal, phrase] of PHRASES) {
    const spoken = isShort ? `${title} | ${text} | ${refusal === 'quota' ? url : ''}` : title
    const said = phrase.exec(spoken.replace(/\s+/g, ' '))?.[0]
    if (said !== undefined) return { refusal, said }
  }
  return undefined
}
