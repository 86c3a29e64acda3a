import { readFileSync } from 'node:fs'
import type { Record } from '@winnow/contracts/entities/record.ts'
import { authorKey } from '@winnow/domain/linkage/author-key.ts'
import { describe, expect, test } from 'vitest'
import dates from '../../fixtures/pbr-004.json' with { type: 'json' }
import markup from '../../fixtures/pbr-005.json' with { type: 'json' }
import { xmlBody } from '../answers/xml-body.ts'
import { pubmedRecords } from './pubmed-record.ts'

function recordsIn(body: string): readonly Record[] {
  using document = xmlBody(body)
  if (document === null) throw new Error('not read')
  return pubmedRecords(document)
}

function only(body: string): Record | undefined {
  const records = recordsIn(body)
  expect(records.length).toBeLessThanOrEqual(1)
  return records[0]
}

const recorded = (file: string) => recordsIn(readFileSync(new URL(`../../fixtures/pubmed/${file}`, import.meta.url), 'utf8'))

const title = '<ArticleTitle>A title.</ArticleTitle>'
const article = (inArticle: string, inCitation = '', inData = '') =>
  only(
    `<PubmedArticleSet><PubmedArticle><MedlineCitation><PMID Version="1">123</PMID><Article>${inArticle}</Article>${inCitation}</MedlineCitation>` +
      `<PubmedData>${inData}</PubmedData></PubmedArticle></PubmedArticleSet>`,
  )
const book = (inDocument: string, inData = '') =>
  only(
    `<PubmedArticleSet><PubmedBookArticle><BookDocument><PMID>123</PMID>${inDocument}</BookDocument><PubmedBookData>${inData}</PubmedBookData></PubmedBookArticle></PubmedArticleSet>`,
  )
const bare = {
  recordId: '123',
  source: 'pubmed',
  ids: { pmid: '123' },
  title: 'A title.',
  authors: [],
  type: 'other',
  url: 'https://pubmed.ncbi.nlm.nih.gov/123/',
}

describe('an article', () => {
  test('of little', () => {
    expect(article(title)).toEqual(bare)
  })
  test('of everything', () => {
    const found = article(
      '<Journal><JournalIssue><Volume>3</Volume><Issue>1</Issue><PubDate><Year>2022</Year><Month>Nov</Month></PubDate></JournalIssue><Title>J Test Bot</Title><ISOAbbreviation>JTB</ISOAbbreviation></Journal>' +
        `${title}<Pagination><StartPage>557</StartPage><EndPage>565</EndPage><MedlinePgn>557-65</MedlinePgn></Pagination><ELocationID EIdType="doi" ValidYN="Y">10.5555/E</ELocationID>` +
        '<Abstract><AbstractText>We asked.</AbstractText></Abstract><AuthorList CompleteYN="Y"><Author ValidYN="Y"><LastName>Okafor</LastName><ForeName>Ada</ForeName></Author></AuthorList>' +
        '<Language>ger</Language><PublicationTypeList><PublicationType UI="D016428">Journal Article</PublicationType><PublicationType>Retracted Publication</PublicationType></PublicationTypeList>' +
        '<ArticleDate DateType="Electronic"><Year>2021</Year></ArticleDate>',
      '<MedlineJournalInfo><MedlineTA>J T B</MedlineTA></MedlineJournalInfo><MeshHeadingList><MeshHeading><DescriptorName MajorTopicYN="Y">Rivers</DescriptorName><QualifierName>methods</QualifierName></MeshHeading></MeshHeadingList>' +
        '<KeywordList Owner="NOTNLM"><Keyword>ecology</Keyword></KeywordList><CommentsCorrectionsList><CommentsCorrections RefType="RetractionIn"><PMID>9</PMID></CommentsCorrections><CommentsCorrections RefType="Cites"><PMID>8</PMID></CommentsCorrections></CommentsCorrectionsList>',
      '<ArticleIdList><ArticleId IdType="pubmed">123</ArticleId><ArticleId IdType="doi">10.5555/D</ArticleId><ArticleId IdType="pmc">PMC77123</ArticleId></ArticleIdList>' +
        '<ReferenceList><Title>References</Title><Reference><Citation>x</Citation><ArticleIdList><ArticleId IdType="doi">10.5555/r1</ArticleId><ArticleId IdType="pubmed">7</ArticleId></ArticleIdList></Reference>' +
        '<ReferenceList><Reference><ArticleIdList><ArticleId IdType="doi">10.5555/R2</ArticleId></ArticleIdList></Reference><Reference><Citation>y</Citation></Reference></ReferenceList></ReferenceList>',
    )
    expect(found).toEqual({
      ...bare,
      ids: { doi: '10.5555/d', pmid: '123', pmcid: 'PMC77123' },
      authors: [{ family: 'Okafor', given: 'Ada' }],
      year: 2022,
      venue: 'J Test Bot',
      volume: '3',
      issue: '1',
      pages: '557-565',
      type: 'article',
      rawType: 'Journal Article; Retracted Publication',
      language: 'de',
      abstract: 'We asked.',
      keywords: ['Rivers', 'ecology'],
      openAccess: [{ url: 'https://pmc.ncbi.nlm.nih.gov/articles/PMC77123/', kind: 'html' }],
      references: ['pmid:7', 'doi:10.5555/r2', 'pmid:8'],
      notices: [
        { kind: 'retraction', direction: 'by', from: 'publication type' },
        { kind: 'retraction', direction: 'by', pmid: '9', from: 'pubmed RetractionIn' },
      ],
      retracted: true,
    })
  })

  test.each([
    [
      'without a PubMed id',
      '<PubmedArticle><MedlineCitation><Article><ArticleTitle>A</ArticleTitle></Article></MedlineCitation></PubmedArticle>',
    ],
    [
      'with one that is none',
      '<PubmedArticle><MedlineCitation><PMID>x1</PMID><Article><ArticleTitle>A</ArticleTitle></Article></MedlineCitation></PubmedArticle>',
    ],
    [
      'with one that ends otherwise',
      '<PubmedArticle><MedlineCitation><PMID>1x</PMID><Article><ArticleTitle>A</ArticleTitle></Article></MedlineCitation></PubmedArticle>',
    ],
    ['without a title', '<PubmedArticle><MedlineCitation><PMID>1</PMID><Article/></MedlineCitation></PubmedArticle>'],
    ['without an article', '<PubmedArticle><MedlineCitation><PMID>1</PMID></MedlineCitation></PubmedArticle>'],
    ['without a citation', '<PubmedArticle><PubmedData/></PubmedArticle>'],
    ['a book without its document', '<PubmedBookArticle/>'],
    ['something else', '<DeleteCitation><PMID>1</PMID></DeleteCitation>'],
  ])('%s costs only itself', (_, odd) => {
    const good =
      '<PubmedArticle><MedlineCitation><PMID>2</PMID><Article><ArticleTitle>B</ArticleTitle></Article></MedlineCitation></PubmedArticle>'
    expect(recordsIn(`<PubmedArticleSet>${odd}${good}</PubmedArticleSet>`).map(({ recordId }) => recordId)).toEqual(['2'])
  })

  test.each([
    ['markup', '<ArticleTitle>The <i>in vitro</i> link to CO<sub>2</sub>.</ArticleTitle>', 'The in vitro link to CO2.'],
    ['markup that was escaped', '<ArticleTitle>The &lt;i&gt;in vitro&lt;/i&gt; R&amp;amp;D.</ArticleTitle>', 'The in vitro R&D.'],
    ['translated', '<ArticleTitle>[The role of nurses].</ArticleTitle><VernacularTitle>Rolle</VernacularTitle>', 'The role of nurses.'],
    ['translated, stop inside', '<ArticleTitle>[The role of nurses.]</ArticleTitle>', 'The role of nurses.'],
    ['two stops are one', '<ArticleTitle>[The role of nurses.].</ArticleTitle>', 'The role of nurses.'],
    ['a question', '<ArticleTitle>[What role?].</ArticleTitle>', 'What role?'],
    ['brackets inside', '<ArticleTitle>[The [Ru(bpy)] salt].</ArticleTitle>', 'The [Ru(bpy)] salt.'],
    [
      'brackets that are none of a translation',
      '<ArticleTitle>[18F]FDG and [11C]choline [a note].</ArticleTitle>',
      '[18F]FDG and [11C]choline [a note].',
    ],
    ['without a translation', '<ArticleTitle>[Not Available].</ArticleTitle><VernacularTitle>Die Rolle.</VernacularTitle>', 'Die Rolle.'],
    [
      'without a translation, stop inside',
      '<ArticleTitle>[Not available.]</ArticleTitle><VernacularTitle>Die Rolle.</VernacularTitle>',
      'Die Rolle.',
    ],
    ['blanks in the brackets', '<ArticleTitle>[ The role ].</ArticleTitle>', 'The role.'],
    [
      'blanks where there is no translation',
      '<ArticleTitle>[ Not Available ].</ArticleTitle><VernacularTitle>Die Rolle.</VernacularTitle>',
      'Die Rolle.',
    ],
    [
      'words that begin so',
      '<ArticleTitle>[Not available in Europe].</ArticleTitle><VernacularTitle>X</VernacularTitle>',
      'Not available in Europe.',
    ],
    [
      'words that end so',
      '<ArticleTitle>[Drugs not available].</ArticleTitle><VernacularTitle>X</VernacularTitle>',
      'Drugs not available.',
    ],
    ['a question and more', '<ArticleTitle>[What? A role].</ArticleTitle>', 'What? A role.'],
    ['translated, no stop', '<ArticleTitle>[The role]</ArticleTitle>', 'The role'],
    ['empty brackets', '<ArticleTitle>[ ].</ArticleTitle><VernacularTitle>Die Rolle.</VernacularTitle>', 'Die Rolle.'],
    ['the original alone', '<ArticleTitle/><VernacularTitle>Die Rolle.</VernacularTitle>', 'Die Rolle.'],
    ['short', '<ArticleTitle>Correction.</ArticleTitle>', 'Correction.'],
    ['"0"', '<ArticleTitle>0</ArticleTitle>', '0'],
  ])('title: %s', (_, xml, expected) => {
    expect(article(xml)?.title).toBe(expected)
  })

  test.each([
    [
      'labelled',
      '<AbstractText Label="AIM" NlmCategory="OBJECTIVE">Why.</AbstractText><AbstractText Label="RESULTS">So\n\n it is.</AbstractText>',
      'AIM: Why.\nRESULTS: So it is.',
    ],
    ['an empty label', '<AbstractText Label="">Why.</AbstractText><AbstractText Label=" ">So.</AbstractText>', 'Why.\nSo.'],
    ['a label that is none', '<AbstractText Label="UNLABELLED">Why.</AbstractText>', 'Why.'],
    [
      'labels that are some',
      '<AbstractText Label="NOT UNLABELLED">a</AbstractText><AbstractText Label="UNLABELLED PART">b</AbstractText>',
      'NOT UNLABELLED: a\nUNLABELLED PART: b',
    ],
    ['a label with a colon inside', '<AbstractText Label="Aim: scope">Why.</AbstractText>', 'Aim: scope: Why.'],
    ['a blank part', '<AbstractText Label="AIM"> \n </AbstractText><AbstractText>So.</AbstractText>', 'So.'],
    ['a label with a colon', '<AbstractText Label="Aim:">Why.</AbstractText>', 'Aim: Why.'],
    ['an empty part', '<AbstractText Label="AIM"/><AbstractText>So.</AbstractText>', 'So.'],
    ['a place-holder', '<AbstractText>[No abstract available]</AbstractText>', undefined],
    ['less than', '<AbstractText>n &lt; 5, p<sup>2</sup></AbstractText>', 'n < 5, p2'],
  ])('abstract: %s', (_, xml, expected) => {
    expect(article(`${title}<Abstract>${xml}</Abstract>`)?.abstract).toBe(expected)
  })
  test('an abstract in another language is not the abstract', () => {
    expect(article(title, '<OtherAbstract Language="fre"><AbstractText>Pourquoi.</AbstractText></OtherAbstract>')?.abstract).toBeUndefined()
  })

  test.each([
    [
      'a person',
      '<Author><LastName>Roe</LastName><ForeName>Jo A</ForeName><Initials>JA</Initials></Author>',
      [{ family: 'Roe', given: 'Jo A' }],
    ],
    ['initials alone', '<Author><LastName>Roe</LastName><Initials>JA</Initials></Author>', [{ family: 'Roe', given: 'JA' }]],
    [
      'as in old records',
      '<Author><LastName>Roe</LastName><FirstName>Jo</FirstName><Initials>J</Initials></Author>',
      [{ family: 'Roe', given: 'Jo' }],
    ],
    [
      'a suffix',
      '<Author><LastName>Roe</LastName><ForeName>Jo</ForeName><Suffix>Sr</Suffix></Author>',
      [{ family: 'Roe', given: 'Jo', suffix: 'Sr' }],
    ],
    ['one name', '<Author><ForeName>Madonna</ForeName></Author>', [{ family: 'Madonna' }]],
    ['one family name', '<Author><LastName>Madonna</LastName></Author>', [{ family: 'Madonna' }]],
    [
      'a group whole',
      '<Author><CollectiveName>Harbour Flora, and Others</CollectiveName></Author>',
      [{ collective: 'Harbour Flora, and Others' }],
    ],
    [
      'an ORCID with its address',
      '<Author><LastName>Roe</LastName><Identifier Source="ORCID">https://orcid.org/0000-0001-2345-678X</Identifier></Author>',
      [{ family: 'Roe', orcid: '0000-0001-2345-678X' }],
    ],
    [
      'another identifier',
      '<Author><LastName>Roe</LastName><Identifier Source="GRID">0000-0001-2345-6789</Identifier></Author>',
      [{ family: 'Roe' }],
    ],
    [
      'one that was corrected',
      '<Author ValidYN="N"><LastName>Rho</LastName></Author><Author ValidYN="Y"><LastName>Roe</LastName></Author>',
      [{ family: 'Roe' }],
    ],
    ['nobody', '<Author/>', []],
  ])('authors: %s', (_, xml, authors) => {
    expect(article(`${title}<AuthorList>${xml}</AuthorList>`)?.authors).toEqual(authors)
  })
  test.each([
    ['N', true],
    ['Y', undefined],
  ])('a list of authors that is complete: %s', (complete, truncated) => {
    expect(
      article(`${title}<AuthorList CompleteYN="${complete}"><Author><LastName>Roe</LastName></Author></AuthorList>`)?.authorsTruncated,
    ).toBe(truncated)
  })
  test('editors and investigators are no authors', () => {
    const found = article(
      `${title}<AuthorList Type="editors"><Author><LastName>Ed</LastName></Author></AuthorList><AuthorList Type="authors"><Author><LastName>Roe</LastName></Author></AuthorList>`,
      '<InvestigatorList><Investigator><LastName>Inv</LastName></Investigator></InvestigatorList>',
    )
    expect(found?.authors).toEqual([{ family: 'Roe' }])
  })

  test.each([
    [
      'the journal',
      '<Journal><Title>Journal</Title><ISOAbbreviation>J.</ISOAbbreviation></Journal>',
      '<MedlineJournalInfo><MedlineTA>J</MedlineTA></MedlineJournalInfo>',
      'Journal',
    ],
    [
      'its short name',
      '<Journal><ISOAbbreviation>J.</ISOAbbreviation></Journal>',
      '<MedlineJournalInfo><MedlineTA>J</MedlineTA></MedlineJournalInfo>',
      'J.',
    ],
    ['MEDLINE’s short name', '', '<MedlineJournalInfo><MedlineTA>J</MedlineTA></MedlineJournalInfo>', 'J'],
  ])('venue: %s', (_, inArticle, inCitation, venue) => {
    expect(article(title + inArticle, inCitation)?.venue).toBe(venue)
  })

  test.each([
    ['start and end', '<StartPage>557</StartPage><EndPage>565</EndPage><MedlinePgn>557-65</MedlinePgn>', '557-565'],
    ['MEDLINE’s', '<MedlinePgn>557-65</MedlinePgn>', '557-65'],
    ['a start alone', '<StartPage>119767</StartPage>', '119767'],
    ['a start with MEDLINE’s', '<StartPage>557</StartPage><MedlinePgn>557-65, 570</MedlinePgn>', '557-65, 570'],
  ])('pages: %s', (_, xml, pages) => {
    expect(article(`${title}<Pagination>${xml}</Pagination>`)?.pages).toBe(pages)
  })

  test.each([
    ['the DOI of its own list', '', '<ArticleIdList><ArticleId IdType="doi">10.5555/a</ArticleId></ArticleIdList>', '10.5555/a'],
    [
      'the electronic location',
      '<ELocationID EIdType="pii">S1</ELocationID><ELocationID EIdType="doi" ValidYN="Y">10.5555/e</ELocationID>',
      '',
      '10.5555/e',
    ],
    ['one that was not marked', '<ELocationID EIdType="doi">10.5555/e</ELocationID>', '', '10.5555/e'],
    ['one that is wrong', '<ELocationID EIdType="doi" ValidYN="N">10.5555/e</ELocationID>', '', undefined],
    [
      'never that of a reference',
      '',
      '<ReferenceList><Reference><ArticleIdList><ArticleId IdType="doi">10.5555/r</ArticleId><ArticleId IdType="pmc">PMC1</ArticleId></ArticleIdList></Reference></ReferenceList>',
      undefined,
    ],
  ])('DOI: %s', (_, inArticle, inData, doi) => {
    const found = article(title + inArticle, '', inData)
    expect(found?.ids).toEqual({ pmid: '123', ...(doi === undefined ? {} : { doi }) })
    expect(found?.openAccess).toBeUndefined()
  })
  test.each(['PMC77123', '77123', 'pmc77123'])('a PMC id written %s', (pmc) => {
    const found = article(title, '', `<ArticleIdList><ArticleId IdType="pmc">${pmc}</ArticleId></ArticleIdList>`)
    expect([found?.ids.pmcid, found?.openAccess?.[0]?.url]).toEqual(['PMC77123', 'https://pmc.ncbi.nlm.nih.gov/articles/PMC77123/'])
  })
  test('a PMC id that is none', () => {
    expect(article(title, '', '<ArticleIdList><ArticleId IdType="pmc">x</ArticleId></ArticleIdList>')?.openAccess).toBeUndefined()
  })
})

test('one that stands alone', () => {
  const alone =
    '<PubmedArticle><MedlineCitation><PMID>1</PMID><Article><ArticleTitle>A</ArticleTitle></Article></MedlineCitation></PubmedArticle>'
  expect(recordsIn(alone).map(({ recordId }) => recordId)).toEqual(['1'])
})

describe('a book', () => {
  const editors = '<AuthorList Type="editors"><Author><LastName>Editorson</LastName></Author></AuthorList>'
  const authors = '<AuthorList Type="authors"><Author><LastName>Bookman</LastName></Author></AuthorList>'
  const own = '<AuthorList Type="authors"><Author><LastName>Vanna</LastName></Author></AuthorList>'
  test('of everything', () => {
    const found = book(
      `<ArticleIdList><ArticleId IdType="bookaccession">NBK1</ArticleId></ArticleIdList><Book><Publisher><PublisherName>Press</PublisherName></Publisher><BookTitle>Gene <i>Notes</i></BookTitle><PubDate><Year>1993</Year></PubDate>${authors}<Volume>2</Volume><Isbn>9781860163593</Isbn></Book>` +
        `<ArticleTitle>[A title].</ArticleTitle><Language>eng</Language>${editors}${own}<Pagination><StartPage>1</StartPage><EndPage>9</EndPage></Pagination><PublicationType>Review</PublicationType><Abstract><AbstractText Label="AIM">Why.</AbstractText></Abstract>` +
        '<KeywordList><Keyword>genes</Keyword></KeywordList><ContributionDate><Year>2003</Year></ContributionDate><ReferenceList><Reference><ArticleIdList><ArticleId IdType="pubmed">7</ArticleId></ArticleIdList></Reference></ReferenceList>',
      '<ArticleIdList><ArticleId IdType="doi">10.5555/b</ArticleId><ArticleId IdType="pmc">PMC5123</ArticleId></ArticleIdList>',
    )
    expect(found).toEqual({
      ...bare,
      ids: { doi: '10.5555/b', pmid: '123', pmcid: 'PMC5123', isbn: '9781860163593' },
      authors: [{ family: 'Vanna' }],
      year: 1993,
      venue: 'Gene Notes',
      volume: '2',
      pages: '1-9',
      publisher: 'Press',
      type: 'review',
      rawType: 'Review; Book Chapter',
      language: 'en',
      abstract: 'AIM: Why.',
      keywords: ['genes'],
      openAccess: [{ url: 'https://pmc.ncbi.nlm.nih.gov/articles/PMC5123/', kind: 'html' }],
      references: ['pmid:7'],
    })
  })
  test('a whole book: its title, its authors, no venue', () => {
    expect(book(`<Book><BookTitle>Gene Notes</BookTitle>${editors}${authors}</Book>`)).toEqual({
      ...bare,
      title: 'Gene Notes',
      authors: [{ family: 'Bookman' }],
      type: 'book',
      rawType: 'Book',
    })
  })
  test.each([
    ['editors alone are no authors', `<Book><BookTitle>B</BookTitle>${editors}</Book>${title}`, []],
    [
      'a chapter without a list of its own is by the authors of the book',
      `<Book><BookTitle>B</BookTitle>${authors}</Book>${title}`,
      [{ family: 'Bookman' }],
    ],
    [
      'a list without a type',
      `<Book><BookTitle>B</BookTitle></Book>${title}<AuthorList><Author><LastName>Roe</LastName></Author></AuthorList>`,
      [{ family: 'Roe' }],
    ],
  ])('%s', (_, xml, expected) => {
    expect(book(xml)?.authors).toEqual(expected)
  })
  test.each([
    [
      'its own DOI',
      '<ArticleIdList><ArticleId IdType="doi">10.5555/c</ArticleId><ArticleId IdType="pmc">PMC6123</ArticleId></ArticleIdList>',
      '10.5555/c',
      'PMC6123',
    ],
    ['that of its data', '', '10.5555/b', 'PMC5123'],
  ])('%s', (_, xml, doi, pmcid) => {
    const found = book(
      title + xml,
      '<ArticleIdList><ArticleId IdType="doi">10.5555/b</ArticleId><ArticleId IdType="pmc">PMC5123</ArticleId></ArticleIdList>',
    )
    expect(found?.ids).toEqual({ doi, pmid: '123', pmcid })
  })
  test('the date of the contribution, where the book has none', () => {
    expect(book(`${title}<ContributionDate><Year>2003</Year></ContributionDate>`)?.year).toBe(2003)
  })
  test('a chapter is one by its type, where nothing else is said', () => {
    expect(book(title)).toMatchObject({ type: 'book-chapter', rawType: 'Book Chapter' })
  })
  test('the original title of a chapter', () => {
    expect(book('<ArticleTitle/><VernacularTitle>Das Kapitel.</VernacularTitle>')?.title).toBe('Das Kapitel.')
  })
})

describe('PBR-004: dates that are free text', () => {
  const expected: Readonly<globalThis.Record<string, { readonly year: number | null }>> = dates.expect.rows
  test.each(dates.input.rows)('$row: $in', ({ row, in: xml }) => {
    expect(article(`<Journal><JournalIssue>${xml}</JournalIssue></Journal>${title}`)?.year ?? null).toBe(expected[row]?.year)
  })
  test.each([
    ['the electronic date, where the issue has none', '<PubDate/>', 2021],
    ['the electronic date, where the issue’s is no year', '<PubDate><MedlineDate>Fall</MedlineDate></PubDate>', 2021],
    ['the issue’s date first', '<PubDate><Year>2022</Year></PubDate>', 2022],
  ])('%s', (_, xml, year) => {
    expect(
      article(`<Journal><JournalIssue>${xml}</JournalIssue></Journal>${title}<ArticleDate><Year>2021</Year></ArticleDate>`)?.year,
    ).toBe(year)
  })
})

describe('PBR-005: inline markup, groups, books', () => {
  const [first, second] = recordsIn(markup.input.body)
  test('the article', () => {
    expect(first).toMatchObject({
      recordId: '90000001',
      title: markup.expect.values['90000001'].title,
      authors: [{ collective: 'Harbour Flora Study Group' }, { family: 'Okafor', given: 'Ada' }],
      year: 2022,
      abstract: 'AIM: We asked whether p values fell.\nRESULTS: They fell by 103.',
    })
  })
  test('the chapter, by its authors and not by the editors of its book', () => {
    expect(second).toMatchObject({
      recordId: '90000002',
      title: 'Leukodystrophy Overview.',
      authors: [{ family: 'Vanna', given: 'Ana' }],
      year: 1993,
      venue: 'Gene Notes',
      abstract: 'Short overview.',
    })
  })
  test('the key of the first author is the name of the group', () => {
    const [author] = first?.authors ?? []
    expect(author === undefined ? null : authorKey(author)).toEqual(authorKey({ collective: 'Harbour Flora Study Group' }))
  })
})

describe('recorded records', () => {
  test('a corrected article; the DOIs of its references are not its own', () => {
    const [found] = recorded('efetch-38147649-erratum-in.xml')
    expect(found).toMatchObject({
      ids: { doi: '10.1073/pnas.2308706120', pmid: '38147649', pmcid: 'PMC10769841' },
      title: 'Social anxiety disorder-associated gut microbiota increases social fear.',
      year: 2024,
      pages: 'e2308706120',
      notices: [{ kind: 'erratum', direction: 'by', doi: '10.1073/pnas.2424381121', pmid: '39705317', from: 'pubmed ErratumIn' }],
    })
    expect([found?.authors.length, found?.references?.length, found?.retracted]).toEqual([23, 65, undefined])
  })
  test('its erratum', () => {
    expect(recorded('efetch-38833988-erratum-notice-a.xml')[0]).toMatchObject({
      type: 'notice',
      year: 2024,
      pages: '119767',
      notices: [
        { kind: 'erratum', direction: 'of', from: 'publication type' },
        { kind: 'erratum', direction: 'of', doi: '10.1016/j.bbamcr.2020.118918', pmid: '33279609', from: 'pubmed ErratumFor' },
      ],
    })
  })
  test('a chapter of GeneReviews', () => {
    const [found] = recorded('efetch-20301577-book.xml')
    expect(found).toMatchObject({
      title: 'CACNA1C-Related Disorders',
      authors: [
        { family: 'Napolitano', given: 'Carlo' },
        { family: 'Priori', given: 'Silvia G' },
      ],
      year: 1993,
      venue: 'GeneReviews®',
      language: 'en',
    })
    expect(found?.abstract?.split('\n').map((part) => part.split(':')[0])).toEqual([
      'CLINICAL CHARACTERISTICS',
      'DIAGNOSIS/TESTING',
      'MANAGEMENT',
      'GENETIC COUNSELING',
    ])
  })
  test('a book by a group, which stands alone', () => {
    expect(recorded('efetch-book-jabref.xml')).toMatchObject([
      {
        recordId: '21413195',
        title: 'Rheumatoid Arthritis: National Clinical Guideline for Management and Treatment in Adults',
        authors: [{ collective: 'National Collaborating Centre for Chronic Conditions (UK)' }, { family: 'Williams', given: 'Darlisha A' }],
        year: 2009,
        ids: { isbn: '9781860163593' },
      },
    ])
  })
  test.each([
    [
      'efetch-23657305-season-labels.xml',
      { year: 2013, pages: '35-41', title: 'Hfe mutations and iron overload in patients with alcoholic liver disease.' },
    ],
    [
      'efetch-34843274-collective.xml',
      { authors: [{ collective: 'Guideline Development Panel for the Treatment of Depressive Disorders' }], year: 2022 },
    ],
    [
      'efetch-30108519-mathml-html.xml',
      {
        title:
          'A "Blood Relationship" Between the Overlooked Minimum Lactate Equivalent and Maximal Lactate Steady State in Trained Runners. Back to the Old Days?',
      },
    ],
    [
      'efetch-38048813-vernacular-no-abstract.xml',
      { title: 'A Broader Scope - Bio-Psycho-Social Medicine In Global Focus.', language: 'de', type: 'editorial' },
    ],
  ])('%s', (file, expected) => {
    expect(recorded(file)[0]).toMatchObject(expected)
  })
  test('a suffix', () => {
    expect(recorded('efetch-26568896-suffix.xml')[0]?.authors.filter(({ suffix }) => suffix !== undefined)).toEqual([
      { family: 'Wise', given: 'John Pierce', suffix: 'Sr' },
    ])
  })
  test('two of them', () => {
    expect(recorded('efetch-biopython-two-records.xml').map(({ recordId, year, type }) => [recordId, year, type])).toEqual([
      ['12091962', 1990, 'review'],
      ['9997', 1976, 'article'],
    ])
  })
  test('an unknown id', () => {
    expect(recorded('efetch-37909814-unknown-pmid-empty-set.xml')).toEqual([])
  })
})
