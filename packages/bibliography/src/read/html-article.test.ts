import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { htmlPage, prose, readPage } from '../fixtures/html-page.ts'
import { readHtmlArticle } from './html-article.ts'

const url = 'https://pub.example/a/1'
const read = (head: string, body: string) => readHtmlArticle(Buffer.from(htmlPage(head, body)), { url })
const meta = (name: string, content: string) => `<meta name="${name}" content="${content}">`
const p = (count: number, word?: string) => `<p>${prose(count, word)}</p>`

test('an article of a publisher', () => {
  const head = [
    '<title>On memory | J Test</title>',
    meta('citation_title', 'On memory: a study'),
    meta('citation_author', 'Smith, Jo'),
    meta('citation_author', 'Ann Doe'),
    meta('citation_publication_date', '2021/03/04'),
    meta('citation_journal_title', 'J Test'),
    meta('citation_doi', '10.5555/x'),
    meta('citation_pdf_url', '/a/1.pdf'),
  ]
  const body = `<header><a href="/">J Test</a></header><nav>Home</nav><main><article>
    <h1>On memory: a study</h1><p>Jo Smith and Ann Doe</p>
    <section><h2>Abstract</h2><h3>Background</h3><p>We remember.</p><h3>Results:</h3><p>Much.</p></section>
    <section><h2>Introduction</h2>${p(200)}<h3>Aims</h3><p>Memory<sup><a href="#r1">1</a></sup> of 12<sup><a href="#r2">2</a></sup>.</p></section>
    <section><h2>Methods</h2>${p(200)}<figure><img alt="x"><figcaption><b>Figure 1</b> <p>Groups.</p></figcaption></figure>
      <table><caption>Table 1 Ages</caption><tr><td>42</td></tr></table></section>
    <section><h2>References</h2><ol class="references"><li>1. Smith J. One. <a>Google Scholar</a> <a>CrossRef</a></li><li><p>Doe A. Two. [<a>PubMed</a>]</p></li></ol></section>
    <section><h2>Author information</h2><p>Somewhere.</p></section>
    </article><aside>More</aside></main><footer>© J Test</footer><script>let x</script>`
  expect(read(head.join(''), body)).toEqual({
    pdfUrl: 'https://pub.example/a/1.pdf',
    entry: {
      title: 'On memory: a study',
      authors: {
        authors: [
          { family: 'Smith', given: 'Jo' },
          { family: 'Doe', given: 'Ann' },
        ],
        truncated: false,
      },
      year: '2021/03/04',
      venue: 'J Test',
      doi: '10.5555/x',
      abstract: 'Background: We remember.\nResults: Much.',
      url,
    },
    fullText: {
      title: 'On memory: a study',
      abstract: 'Background: We remember.\nResults: Much.',
      sections: [
        { heading: 'Introduction', level: 1, text: prose(200) },
        { heading: 'Aims', level: 2, text: 'Memory1 of 12 2.' },
        { heading: 'Methods', level: 1, text: `${prose(200)}\nFigure 1 Groups.\nTable 1 Ages` },
      ],
      references: ['1. Smith J. One.', 'Doe A. Two.'],
    },
  })
})

test('an article of arXiv (LaTeXML)', () => {
  const math =
    '<math alttext="x"><semantics><msup><mi>x</mi><mn>2</mn></msup><annotation encoding="application/x-tex">x^2</annotation></semantics></math>'
  const body = `<div class="ltx_page_main"><header class="ltx_page_header">arXiv</header><article class="ltx_document">
    <h1 class="ltx_title ltx_title_document">On memory</h1><div class="ltx_authors"><span>Jo Smith works at the very long name of a university somewhere in the world</span></div>
    <div class="ltx_abstract"><h6 class="ltx_title ltx_title_abstract">Abstract</h6><p class="ltx_p">We remember.</p></div>
    <section class="ltx_section"><h2 class="ltx_title"><span class="ltx_tag">1 </span>Introduction</h2>
      <div class="ltx_para"><p class="ltx_p">Let ${math} be<span class="ltx_note"><sup>1</sup><span class="ltx_note_outer">1 A note.</span></span> large.</p></div>
      <table class="ltx_equation ltx_eqn_table"><tr><td></td><td>${math}</td><td>(1)</td></tr></table>${p(150)}
      <section class="ltx_subsection"><h3 class="ltx_title"><span class="ltx_tag">1.1 </span>Aims</h3>${p(20)}</section></section>
    <section class="ltx_bibliography"><h2>References</h2><ul class="ltx_biblist"><li class="ltx_bibitem"><span class="ltx_tag">[1]</span><span class="ltx_bibblock">Jo Smith.</span> <span class="ltx_bibblock"><em>One</em>.</span></li></ul></section>
    </article></div><footer class="ltx_page_footer">Generated</footer>`
  const content = read('<title>On memory</title>', body)
  expect('failure' in content ? content : content.fullText).toEqual({
    title: 'On memory',
    abstract: 'We remember.',
    sections: [
      { heading: 'Introduction', level: 1, text: `Let x^2 be1 large.\nx^2 (1)\n${prose(150)}` },
      { heading: 'Aims', level: 2, text: prose(20) },
    ],
    references: ['Jo Smith. One.'],
  })
})

test('a page of the web', () => {
  const { entry, fullText } = readPage(
    '<title>Memory - My blog</title><meta property="og:title" content="How we remember - My blog">',
    `<div id="menu" class="navbar">Home</div><div class="post"><h1>How we remember</h1><p>By Jo.</p>${p(100)}<h2>More</h2><p>Even more.</p></div><div class="comments">Nice!</div>`,
  )
  expect(entry).toMatchObject({ title: 'How we remember', types: ['web page'], url, abstract: undefined })
  expect(fullText).toEqual({
    title: 'How we remember',
    sections: [
      { heading: '', level: 1, text: `By Jo.\n${prose(100)}` },
      { heading: 'More', level: 1, text: 'Even more.' },
    ],
    references: [],
  })
})

test.each<[name: string, head: string, body: string, title: string | undefined]>([
  ['of its tags', `${meta('citation_title', 'A')}<title>D</title>`, `<h1>C</h1>${p(400)}`, 'A'],
  ['of Dublin Core', `${meta('DC.Title', 'A')}<title>D</title>`, `<h1>C</h1>${p(400)}`, 'A'],
  ['of LaTeXML', '<meta property="og:title" content="O">', `<h1 class="x ltx_title_document">A</h1>${p(100)}`, 'A'],
  ['the headline, when the shown title holds it', '<meta property="og:title" content="A | Site">', `<h1>A</h1>${p(100)}`, 'A'],
  [
    'the longest headline that the shown title holds',
    '<meta property="og:title" content="AB - Site">',
    `<h1>Site</h1><h1></h1><h1>AB - Site x</h1><h1>AB - S</h1><h1>AB</h1>${p(100)}`,
    'AB - S',
  ],
  ['the first of several headlines', '<title>D</title>', `<h1> </h1><h1>A</h1><h1>BB</h1>${p(100)}`, 'A'],
  ['the shown title, when the headline is the site’s name', '<meta property="og:title" content="A">', `<h1>Site</h1>${p(100)}`, 'A'],
  ['the shown title without a headline', '<meta name="twitter:title" content="A"><title>D</title>', p(100), 'A'],
  ['the headline', '<title>D</title>', `<h1>A</h1>${p(100)}`, 'A'],
  ['of the page', '<title>A</title>', p(100), 'A'],
  ['none', '', p(100), undefined],
])('the title: %s', (_, head, body, title) => {
  const { entry, fullText } = readPage(head, body)
  expect([entry.title, fullText.title]).toEqual([title, title])
})

const pbr021 = JSON.parse(readFileSync(new URL('../fixtures/pbr-021.json', import.meta.url), 'utf8'))
const row = (name: string): string => pbr021.input.rows.find((one: { readonly row: string }) => one.row === name).body
const about = (words: number) => ({
  failure: 'not-an-article',
  problem: `a page about the article, without its text (${words} words beside the abstract)`,
})
test.each<[name: string, head: string, body: string, expected: object]>([
  [
    'a bot wall (PBR-021, row 1)',
    '',
    row('1'),
    { failure: 'not-an-article', problem: 'a page that keeps programs out ("Just a moment"), not the article', refusal: 'bot-wall' },
  ],
  ['an abstract with a link (PBR-021, row 3)', '', row('3'), { ...about(0), pdfUrl: 'https://pub.example/real/a.pdf' }],
  [
    'what is shown without scripts',
    '',
    '<noscript>Please enable JavaScript</noscript>',
    { failure: 'not-an-article', problem: 'a page that keeps programs out ("enable JavaScript"), not the article', refusal: 'bot-wall' },
  ],
  [
    'a login',
    '<title>Sign in to J Test</title>',
    p(20),
    { failure: 'not-an-article', problem: 'a page that asks to log in or to pay ("Sign in to"), not the article', refusal: 'login' },
  ],
  [
    'a used-up quota',
    '',
    '<p>Download limit exceeded</p>',
    {
      failure: 'not-an-article',
      problem: 'a page that says that a quota is used up ("Download limit exceeded"), not the article',
      refusal: 'quota',
    },
  ],
  [
    'a missing page',
    '',
    '<p>Page not found</p>',
    {
      failure: 'not-an-article',
      problem: 'a page that says that something is not there ("Page not found"), not the article',
      refusal: 'missing',
    },
  ],
  [
    'a page about cookies',
    '',
    '<p>We use: accept all cookies</p>',
    { failure: 'not-an-article', problem: 'a page about cookies ("accept all cookies"), not the article', refusal: 'cookies' },
  ],
  ['a paper of 399 words', meta('citation_title', 'A'), p(399), about(399)],
  ['a paper known by its DOI', meta('citation_doi', '10.5555/x'), p(399), about(399)],
  ['words that stand in the abstract', meta('citation_title', 'A'), `<h2>Abstract</h2>${p(500)}<h2>Keywords</h2>${p(12)}`, about(12)],
  [
    'words that stand in the references',
    meta('citation_title', 'A'),
    `${p(30)}<h2>References</h2><ol><li>${prose(500)}</li></ol>`,
    about(30),
  ],
  ['words that stand beside the text', meta('citation_title', 'A'), `${p(30)}<aside>${p(500)}</aside>`, about(30)],
  ['words in lines that are no prose', meta('citation_title', 'A'), `<ul>${`<li>${prose(11)}</li>`.repeat(100)}</ul>`, about(0)],
  ['a page of 99 words', '', p(99), { failure: 'not-an-article', problem: 'a page with too little text for an article (99 words)' }],
  ['nothing', '', '', { failure: 'not-an-article', problem: 'a page with too little text for an article (0 words)' }],
  ['a page nested without end', '', '<b>'.repeat(600), { failure: 'too-large', problem: 'a page nested too deeply to be read' }],
])('no article: %s', (_, head, body, expected) => {
  expect(read(head, body)).toEqual(expected)
})

const explained = (count: number, said: string) => read('', `<p>${said} ${prose(count - said.split(' ').length)}</p>`)
test.each<[said: string, refusal: string]>([
  ['captcha', 'bot-wall'],
  ['Download limit exceeded', 'quota'],
  ['Page not found', 'missing'],
])('a page that explains at length that it is none ("%s")', (said, refusal) => {
  expect(explained(300, said)).toMatchObject({ failure: 'not-an-article', refusal })
  expect(explained(301, said)).toHaveProperty('fullText')
})
test('a page of some length that speaks of such things in its title', () => {
  expect(read('<title>Just a moment</title>', p(300))).toMatchObject({ failure: 'not-an-article', refusal: 'bot-wall' })
  expect(read('<title>How captchas work</title>', p(301))).toHaveProperty('fullText')
})
test.each(['Please log in', 'This site uses cookies'])('"%s" may stand on the page of an article', (said) => {
  expect(explained(120, said)).toHaveProperty('fullText')
})

test.each<[name: string, head: string, body: string]>([
  ['a paper of 400 words', meta('citation_title', 'A'), p(400)],
  ['a paper of 400 words that speaks of captchas', meta('citation_title', 'A'), p(400, 'captcha')],
  ['a page of 100 words', '', p(100)],
  ['lines of prose of twelve words', '', `<p>${prose(12)}</p>`.repeat(9)],
  ['a page that is nested as deeply as pages are', '', `${'<div>'.repeat(400)}${p(100)}`],
])('an article: %s', (_, head, body) => {
  expect(read(head, body)).toHaveProperty('fullText')
})

test('the abstract of the tags stands in for one of the page', () => {
  const tag = meta('citation_abstract', 'Of the tags.')
  expect(readPage(tag, p(400)).fullText.abstract).toBe('Of the tags.')
  expect(readPage(tag, `<h2>Abstract</h2><p>Of the page.</p><h2>A</h2>${p(400)}`).fullText.abstract).toBe('Of the page.')
})

test('above the abstract of a paper only prose is text; on other pages all of it is', () => {
  const body = `<p>Jo Smith</p><p>${prose(12)}</p><h2>A</h2>${p(400)}<p>Short.</p>`
  const textOf = (head: string) => readPage(head, body).fullText.sections.map(({ text }) => text)
  expect(textOf(meta('citation_title', 'T'))).toEqual([prose(12), `${prose(400)}\nShort.`])
  expect(textOf('')).toEqual([`Jo Smith\n${prose(12)}`, `${prose(400)}\nShort.`])
  const later = `<h2>A</h2>${p(400)}`
  expect(readPage(meta('citation_title', 'T'), `<p>Jo Smith</p>${later}`).fullText.sections.map(({ heading }) => heading)).toEqual(['A'])
})

const sectionNamed = (heading: string, text: string) =>
  readPage('', `<h2>A</h2>${p(100)}<h2>${heading}</h2>${text}`).fullText.sections.map((one) => one.heading)
test.each(
  'Author information,Authors and affiliations,About this article,Cite this,Cite this article,How to cite,Rights and permissions,Additional information,Share this,Share this article,Similar articles,Related articles,Related content,Article metrics,Metrics,Advertisement,Download PDF,Download references,Navigation,Comments,Permalink,ACTIONS,On this page,Cited by'.split(
    ',',
  ),
)('"%s" speaks of the page', (heading) => {
  expect(sectionNamed(heading, p(3))).toEqual(['A'])
})

test('an emptied heading of references goes, one with text stays, and others too', () => {
  expect(sectionNamed('References', '')).toEqual(['A'])
  expect(sectionNamed('References', '<div>See the appendix.</div>')).toEqual(['A', 'References'])
  expect(sectionNamed('Methods', '')).toEqual(['A', 'Methods'])
  expect(sectionNamed('Metrics of memory', '')).toEqual(['A', 'Metrics of memory'])
})

test.each<[name: string, bytes: Buffer, charset?: string]>([
  ['UTF-8', Buffer.from(`<p>caf\u00E9 ${prose(100)}`)],
  ['a charset of the server', Buffer.from(`<p>caf\u00E9 ${prose(100)}`, 'latin1'), 'ISO-8859-1'],
  [
    'a charset of the page',
    Buffer.from(`<META http-equiv="Content-Type" content="text/html; charset=iso-8859-1"><p>caf\u00E9 ${prose(100)}`, 'latin1'),
  ],
  ['a charset of the page in quotes', Buffer.from(`<meta charset = "latin1"><p>caf\u00E9 ${prose(100)}`, 'latin1')],
  ['the charset of the server before that of the page', Buffer.from(`<meta charset="latin1"><p>caf\u00E9 ${prose(100)}`), 'utf-8'],
  ['a mark before both', Buffer.from(`\uFEFF<meta charset="latin1"><p>caf\u00E9 ${prose(100)}`, 'utf16le'), 'latin1'],
])('%s', (_, bytes, charset) => {
  const content = readHtmlArticle(bytes, charset === undefined ? {} : { charset })
  expect('failure' in content ? content : content.fullText.sections[0]?.text).toMatch(/^caf\u00E9 word/)
})

test.each<[name: string, body: string, sections: number]>([
  ['the article, where it holds most of the text', `<p>${prose(20)}</p><main><div>x</div><article>${p(100)}</article></main>`, 1],
  ['the main part, where articles are but teasers', `<main>${`<article>${p(60)}</article>`.repeat(3)}</main>`, 3],
  ['the part with that role', `<div>${prose(30)}</div><div role="main">${p(100)}</div>`, 1],
])('the main content is %s', (_, body, paragraphs) => {
  const [section] = readPage('', body).fullText.sections
  expect(section?.text.split('\n').length).toBe(paragraphs)
})
