import { expect, test } from 'vitest'
import { prose } from '../fixtures/html-page.ts'
import { removeNoise } from './html-noise.ts'
import { htmlText } from './html-text.ts'
import { parseHtml } from './html-tree.ts'

/** What is left of an element beside a text that is longer than it. */
function left(element: string, text = `<p>${prose(10)}</p>`): string {
  const document = parseHtml(`<body>${element}${text}</body>`)
  if (document === undefined) throw new Error('nested too deeply')
  removeNoise(document)
  return htmlText(document.children).replace(prose(10), '').trim()
}

test.each([
  'nav',
  'aside',
  'footer',
  'button',
  'select',
  'textarea',
  'dialog',
  'script',
  'style',
  'template',
  'noscript',
  'svg',
  'iframe',
  'object',
])('a <%s> goes', (name) => {
  expect(left(`<${name}>x</${name}>`)).toBe('')
})
test('they go even when they hold most of the text', () => {
  expect(left(`<nav>${prose(50)}</nav>`)).toBe('')
})

test.each(['navigation', 'banner', 'contentinfo', 'complementary', 'search', 'dialog', 'alertdialog', 'menu', 'menubar', 'toolbar'])(
  'the role %s goes',
  (role) => {
    expect(left(`<div role="${role}">x</div>`)).toBe('')
  },
)

test.each(
  'breadcrumb,breadcrumbs,sidebar,left-sidebar,sidebar_right,share,social-links,sharing,advert,advertisement,box-advertisements,promo,altmetric,altmetrics,navbar,toolbar,pagination,login,modal,popup,permalink,headerlink,related-articles,c-related-content,similar-articles,recommended-posts,related_links,related-stories,similar-article,cited-by,citedby,comments,comment,comments-section,comment-list,comments-area,visually-hidden,sr-only,skip-link,skiplink,ltx_page_footer,ltx_page_header,ltx_page_navbar,ltx_page_logo,ltx_authors,ltx_dates,ltx_role_thanks,ltx_note_outer,ltx_ERROR,ltx_rdf,cookie-banner,js-consent,gdpr,onetrust-box,Newsletter'.split(
    ',',
  ),
)('the class %s goes', (name) => {
  expect(left(`<div class="x ${name}">y</div>`)).toBe('')
})
test.each(['social-capital', 'related-work', 'sharing', 'login', 'comments'])('the id %s stays: ids are made from headings', (id) => {
  expect(left(`<div id="${id}">y</div>`)).toBe('y')
})
test.each(['cookie-notice', 'consent', 'newsletter', 'gdpr', 'onetrust-x'])('the id %s goes', (id) => {
  expect(left(`<div id="${id}">y</div>`)).toBe('')
})
test.each(['related-work', 'sociality', 'shared', 'commentary', 'ltx_note', 'content'])('the class %s stays', (name) => {
  expect(left(`<div class="${name}">y</div>`)).toBe('y')
})

test.each(['hidden', 'hidden=""', 'hidden="until-found"', 'aria-hidden="true"', 'style="color:red;display : none"'])(
  'what is %s goes',
  (attributes) => {
    expect(left(`<div ${attributes}>y</div>`)).toBe('')
  },
)
test.each(['aria-hidden="false"', 'style="display:block"', 'role="main"'])('what is %s stays', (attributes) => {
  expect(left(`<div ${attributes}>y</div>`)).toBe('y')
})

test.each(['main', 'article', 'math'])('a <%s> stays, whatever its class', (name) => {
  expect(left(`<${name} class="sidebar">y</${name}>`)).toBe('y')
})

test('the header of the page goes, that of the article stays', () => {
  expect(left('<header>x</header><article><header>y</header></article><main><div><header>z</header></div></main>')).toBe('y\nz')
})

test('what holds half of the text is the page, not noise', () => {
  // 49 characters of text beside it: `prose(10)`.
  expect(prose(10)).toHaveLength(49)
  expect(left(`<div class="sidebar">${'y'.repeat(49)}</div>`)).toBe('y'.repeat(49))
  expect(left(`<div class="sidebar">${'y'.repeat(48)}</div>`)).toBe('')
})
