import { expect, test } from 'vitest'
import { readParts } from '../fixtures/jats-article.ts'

const referencesOf = (refs: string) => readParts({ back: `<ref-list><title>References</title>${refs}</ref-list>` }).fullText.references
const authors =
  '<person-group person-group-type="author"><name><surname>Smith</surname><given-names>JA</given-names></name><name><surname>Doe</surname><given-names>K</given-names></name></person-group>'
const journal = '<article-title>On memory</article-title><source>J Test</source><year>2003</year><volume>12</volume>'

test.each<[name: string, ref: string, reference: string]>([
  [
    'written out',
    '<label>1</label><mixed-citation>Smith J, <italic>On memory</italic> , 2003 .</mixed-citation>',
    'Smith J, On memory, 2003.',
  ],
  ['written out with its own number', '<label>[7]</label><mixed-citation>7. Smith J. On memory.</mixed-citation>', 'Smith J. On memory.'],
  ['with a number in brackets', '<label>7</label><mixed-citation>[7] Smith J.</mixed-citation>', 'Smith J.'],
  ['with another number', '<label>7</label><mixed-citation>3 ways to remember.</mixed-citation>', '3 ways to remember.'],
  ['with a number and no label', '<mixed-citation>7. Smith J.</mixed-citation>', '7. Smith J.'],
  ['with a label inside', '<mixed-citation><label>4.</label>Smith J.</mixed-citation>', 'Smith J.'],
  [
    'names without a space',
    '<mixed-citation><name><surname>Smith</surname><given-names>J</given-names></name>, On memory.</mixed-citation>',
    'Smith J, On memory.',
  ],
  [
    'put together',
    `<element-citation>${authors}${journal}<issue>2</issue><fpage>26</fpage><lpage>32</lpage><pub-id pub-id-type="pmid">1</pub-id><pub-id pub-id-type="doi">10.5555/x</pub-id></element-citation>`,
    'Smith JA, Doe K. On memory. J Test 2003;12(2):26-32. doi:10.5555/x',
  ],
  [
    'put together of an old one',
    `<citation>${authors}${journal}<fpage>26</fpage></citation>`,
    'Smith JA, Doe K. On memory. J Test 2003;12:26',
  ],
  [
    'put together of a mixed one without text',
    `<mixed-citation>${authors}${journal}<elocation-id>e9</elocation-id></mixed-citation>`,
    'Smith JA, Doe K. On memory. J Test 2003;12:e9',
  ],
  [
    'put together of an older one',
    `<nlm-citation>${journal}<page-range>1-2, 9</page-range><fpage>1</fpage></nlm-citation>`,
    'On memory. J Test 2003;12:1-2, 9',
  ],
  ['on one page', `<element-citation>${journal}<fpage>26</fpage><lpage>26</lpage></element-citation>`, 'On memory. J Test 2003;12:26'],
  ['with neither volume nor pages', '<element-citation><source>J Test</source><year>2003</year></element-citation>', 'J Test 2003'],
  ['with an issue alone', '<element-citation><source>J Test</source><issue>3</issue></element-citation>', 'J Test (3)'],
  ['with pages alone', '<element-citation><source>J Test</source><fpage>3</fpage></element-citation>', 'J Test 3'],
  [
    'a chapter',
    '<element-citation><person-group person-group-type="editor"><name><surname>Ed</surname></name></person-group><person-group person-group-type="author"><collab>The Group</collab><etal/></person-group><chapter-title>Ch.</chapter-title><source>Book</source><publisher-name>Press</publisher-name><publisher-loc>Rome</publisher-loc><year>1999</year></element-citation>',
    'The Group, et al. Ch. Book, Press, Rome 1999',
  ],
  [
    'editors where there are no authors',
    '<element-citation><person-group person-group-type="editor"><name><surname>Ed</surname></name></person-group><source>Book</source></element-citation>',
    'Ed. Book',
  ],
  [
    'authors without a group',
    '<element-citation><name><surname>Smith</surname></name><string-name>Jo Doe</string-name><anonymous/><source>S.</source></element-citation>',
    'Smith, Jo Doe, Anonymous. S',
  ],
  ['an empty name', '<element-citation><name/><collab>G</collab><source>S</source></element-citation>', 'G. S'],
  [
    'of the web',
    '<element-citation><part-title>P</part-title><data-title>D</data-title><trans-title>T</trans-title><comment>Accessed 2003</comment><ext-link>https://x.example</ext-link></element-citation>',
    'P. D. T. Accessed 2003. https://x.example',
  ],
  [
    'of the web in the other element',
    '<element-citation><source>S</source><conf-name>Conf</conf-name><uri>https://x.example</uri></element-citation>',
    'S, Conf. https://x.example',
  ],
  [
    'a DOI before an address',
    '<element-citation><pub-id pub-id-type="doi">10.5555/x</pub-id><ext-link>https://x.example</ext-link></element-citation>',
    'doi:10.5555/x',
  ],
  [
    'in both forms, the written one',
    `<element-citation>${authors}</element-citation><mixed-citation>Written.</mixed-citation>`,
    'Written.',
  ],
  [
    'in both forms, none of them written',
    `<mixed-citation><source>M</source></mixed-citation><element-citation><source>E</source></element-citation>`,
    'E',
  ],
  [
    'in a frame',
    '<citation-alternatives><element-citation><source>E</source></element-citation><mixed-citation>Written.</mixed-citation></citation-alternatives>',
    'Written.',
  ],
  [
    'several works under one number',
    '<label>3</label><mixed-citation>a) One.</mixed-citation><mixed-citation>b) Two.</mixed-citation>',
    'a) One.; b) Two.',
  ],
  ['several in elements', '<citation><source>One</source></citation><citation><source>Two</source></citation>', 'One; Two'],
  ['a note', '<label>9</label><note><p>See the <italic>appendix</italic>.</p></note>', 'See the appendix.'],
])('a reference %s', (_, ref, reference) => {
  expect(referencesOf(`<ref>${ref}</ref>`)).toEqual([reference])
})

test('the references of all lists of the article, without empty ones and those of its responses', () => {
  const ref = (name: string) => `<ref-list><ref-list><ref><mixed-citation>${name}</mixed-citation></ref></ref-list></ref-list>`
  const { fullText } = readParts({
    body: `<sec><title>A</title>${ref('In the body.')}</sec>`,
    back: `${ref('One.')}<sec>${ref('Two.')}</sec><ref-list><ref><label>1</label></ref><ref/></ref-list>`,
    after: `<response><back>${ref('Other.')}</back></response>`,
  })
  expect(fullText.references).toEqual(['In the body.', 'One.', 'Two.'])
})
