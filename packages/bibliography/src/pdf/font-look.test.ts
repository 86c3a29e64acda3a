import { expect, test } from 'vitest'
import { fontLook } from './font-look.ts'

test.each<[postScriptName: string, bold: boolean, italic: boolean]>([
  ['', false, false],
  ['Times-Roman', false, false],
  ['Times-Bold', true, false],
  ['TimesNewRomanPS-BoldItalicMT', true, true],
  ['Arial,Bold', true, false],
  ['Arial-Black', true, false],
  ['MyriadPro-SemiboldSemiCn', true, false],
  ['Gill-HeavyCond', true, false],
  ['Garamond-DemiCond', true, false],
  ['NimbusRomNo9L-Medi', true, false],
  ['NimbusRomNo9L-MediItal', true, true],
  ['NimbusRomNo9L-Regu', false, false],
  ['NimbusRomNo9L-ReguItal', false, true],
  ['Roboto-Medium', false, false],
  ['CMBX12', true, false],
  ['CMR10', false, false],
  ['CMTI10', false, true],
  ['CMSL10', false, true],
  ['SFBX1000', true, false],
  ['LMRoman10-Bold', true, false],
  ['cmssbx10', true, false],
  ['AdvTT16f3b945.B', true, false],
  ['AdvTT16f3b945.B+fb', true, false],
  ['AdvTTb6c2036d.I', false, true],
  ['AdvTTb6c2036d.BI', true, true],
  ['AdvTT153188ed+fb', false, false],
  ['Frutiger-Bd', true, false],
  ['Helvetica-Oblique', false, true],
  ['Univers-Slanted', false, true],
  ['MyriadPro-It', false, true],
  ['MyriadPro-LightIt', false, true],
  ['MyriadPro-LightSemiCnIt', false, true],
  ['Titillium', false, false],
])('%j: bold %s, italic %s', (name, bold, italic) => {
  expect(fontLook(name)).toEqual({ name, bold, italic })
})

test.each([
  ['ABCDEF+Times-Bold', 'Times-Bold'],
  ['ABCDE+Times-Bold', 'ABCDE+Times-Bold'],
  ['abcdef+Times-Bold', 'abcdef+Times-Bold'],
])('the subset prefix of %s goes: %s', (postScriptName, name) => {
  expect(fontLook(postScriptName).name).toBe(name)
})
