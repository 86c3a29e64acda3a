import {
  attribute,
  findElements,
  type HtmlDocument,
  type HtmlElement,
  hasClass,
  removeElement,
  textLength,
  withAncestors,
} from './html-tree.ts'

const NO_TEXT = /^(?:script|style|template|noscript|svg|iframe|object|button|select|textarea|nav|aside|footer|dialog)$/
const NO_ROLE = /^(?:navigation|banner|contentinfo|complementary|search|dialog|alertdialog|menu|menubar|toolbar)$/
const BANNER = /cookie|consent|gdpr|onetrust|newsletter/i
/** Classes alone: ids are often made from headings ("social-capital", "related-work"). */
const NOISE =
  /^(?:(?:.*[-_])?(?:breadcrumbs?|sidebar|share|sharing|social|advert(?:isement)?s?|promo|altmetrics?|navbar|toolbar|pagination|login|modal|popup|permalink|headerlink)(?:[-_].*)?|(?:.*[-_])?(?:related|similar|recommended)[-_](?:articles?|content|links?|posts?|stories)(?:[-_].*)?|cited-?by|comments?(?:-(?:section|list|area))?|visually-hidden|sr-only|skip-?link|ltx_(?:page_(?:footer|header|logo)|authors|dates|role_thanks|note_outer|ERROR|rdf))$/i

/** An element with this share of the page's text is no noise, whatever it is called: a class may stand on the whole page. */
const MOST = 0.5

/** Takes out of the tree what is not the article: scripts, navigation, banners, boxes beside the text, hidden parts. */
export function removeNoise(document: HtmlDocument): void {
  for (const element of findElements(document, ({ name }) => NO_TEXT.test(name))) removeElement(element)
  const most = textLength(document) * MOST
  for (const element of findElements(document, isNoise)) {
    if (textLength(element) < most) removeElement(element)
  }
}

function isNoise(element: HtmlElement): boolean {
  if (/^(?:html|body|main|article|math)$/.test(element.name)) return false
  if (element.name === 'header') return !withAncestors(element).some(({ name }) => name === 'article' || name === 'main')
  return (
    NO_ROLE.test(attribute(element, 'role')) ||
    attribute(element, 'aria-hidden') === 'true' ||
    attribute(element, 'hidden') !== '' ||
    'hidden' in element.attribs ||
    /display\s*:\s*none/i.test(attribute(element, 'style')) ||
    BANNER.test(`${attribute(element, 'class')} ${attribute(element, 'id')}`) ||
    hasClass(element, NOISE)
  )
}
