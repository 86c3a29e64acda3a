import { expect, test } from 'vitest'
import { htmlLine, htmlText } from './html-text.ts'
import { findElements, parseHtml } from './html-tree.ts'

const textOf = (source: string) => htmlText(parseHtml(source)?.children ?? [])

test.each<[name: string, source: string, text: string]>([
  ['inline markup goes', 'H<sub>2</sub>O <b>in <i>vitro</i></b> &amp; &beta;', 'H2O in vitro & β'],
  ['blocks are lines', '<p>a</p>b<div>c<blockquote>d</blockquote></div><ul><li>e</li></ul><pre>f\n g</pre>', 'a\nb\nc\nd\ne\nf g'],
  ['more blocks', '<section>a</section>b<dl><dt>c</dt>d<dd>e</dd></dl>f<h4>g</h4>h<address>i</address>', 'a\nb\nc\nd\ne\nf\ng\nh\ni'],
  ['line breaks', 'a<br/>b', 'a\nb'],
  [
    'no text',
    'a<script>b</script><style>c</style><template>d</template><noscript>e</noscript><svg>f</svg><iframe>g</iframe><!-- h -->',
    'a',
  ],
  [
    'pictures and films',
    'a<img alt="b"><picture>c</picture><video>d</video><audio>e</audio><canvas>f</canvas><object>g</object><embed>',
    'a',
  ],
  ['a figure is one line', 'a<figure><p>Figure 1</p><figcaption>b<p>c</p></figcaption></figure>d', 'a\nFigure 1 b c\nd'],
  ['a table of data is its caption', 'a<table><caption>Table 1</caption><tr><td>42</td></tr></table>b', 'a\nTable 1\nb'],
  ['a table of data without one', 'a<table><tr><td>42</td></tr></table>b', 'a\nb'],
  ['a table that lays out the page', '<table><tr><td><p>a</p></td><td>b</td></tr></table>', 'a\nb'],
  ['a table that holds a heading', '<table><tr><td><h2>a</h2></td><th>b</th></tr></table>', 'a\nb'],
  ['a table that holds a table', '<table><tr><td>a<table><caption>b</caption></table></td></tr></table>', 'a\nb'],
  ['a table that says so', '<table role="presentation"><tr><td>a</td><td>b</td></tr></table>', 'a b'],
  ['a table that says so in the other word', '<table role="none"><tr><th>a</th><td>b</td></tr></table>', 'a b'],
  ['a formula in a table', 'a<table class="x ltx_equationgroup"><tr><td>b</td></tr><tr><td>c</td></tr></table>d', 'a\nb c\nd'],
  ['a formula in a table of its other name', '<table class="ltx_eqn_table"><tr><td>b</td></tr></table>', 'b'],
  ['powers', '10<sup>3</sup>, m<sup>2</sup>, <b>10</b><sup>3</sup>', '10^3, m2, 10^3'],
  [
    'raised references',
    '0.85<sup><a href="#1">12</a></sup>, 0.85<a href="#1"><sup>12</sup></a>, 0.85<sup><cite>3</cite></sup>',
    '0.85 12, 0.85 12, 0.85 3',
  ],
  [
    'MathML',
    '<math><mfrac><mn>1</mn> <mi>x</mi></mfrac><mo>+</mo><msqrt><mn>2</mn></msqrt><annotation>y</annotation><annotation-xml>z</annotation-xml></math>',
    '1/x+√2',
  ],
  [
    'MathML’s fences, powers and indices',
    '<mfenced><mi>a</mi><msub><mi>b</mi><mi>i</mi></msub></mfenced><msup><mi>x</mi><mi>n</mi></msup>',
    '(a, b_i)x^n',
  ],
])('%s', (_, source, text) => {
  expect(textOf(source)).toBe(text)
})

test.each(
  'address,article,aside,blockquote,caption,center,dd,details,dialog,div,dl,dt,fieldset,figcaption,figure,footer,form,h1,h6,header,hgroup,li,main,nav,ol,p,pre,section,summary,tbody,thead,tfoot,tr,ul'.split(
    ',',
  ),
)('<%s> stands on lines of its own', (name) => {
  expect(textOf(`a<${name}>b</${name}>c`)).toBe('a\nb\nc')
})
test('a rule parts lines', () => {
  expect(textOf('a<hr>b')).toBe('a\nb')
})

test('the content of an element on one line', () => {
  const [element] = findElements(parseHtml('<div><p>a</p><p>b</p></div>') ?? [], ({ name }) => name === 'div')
  expect([htmlLine(element), htmlLine(undefined)]).toEqual(['a b', ''])
})
