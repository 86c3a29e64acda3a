/** What a part of a paper tells: what came of it, or the rest (why and how it was done); null where no heading says. */
export type PartOfPaper = 'findings' | 'rest' | null

const findings =
  '(?:main |key )?(?:results?|findings?)(?: (?:and|&) (?:discussion|conclusions?))?|discussion|conclusions?|interpretation|implications'
const rest =
  '(?:abstract )?(?:background|introduction|context|rationale|importance|motivation|hypothes[ie]s|(?:study )?(?:objectives?|aims?|purpose|goals?))(?: (?:and|&) (?:objectives?|aims?|purpose))?' +
  '|(?:(?:materials?|patients|participants|subjects|design) (?:and|&) )?methods?|methodology|(?:study )?design|setting|participants|patients|subjects|interventions?|(?:main )?outcome measures?' +
  '|statistical (?:analys[ie]s|methods?)|sample size(?: calculation)?|study population|procedures?|ethics|limitations|abbreviations' +
  "|(?:competing|conflicts? of) interests?|authors?[’']? contributions?|(?:pre-?publication|publication) history|(?:clinical )?trial registration" +
  '|experimental setup|related work|references?|acknowledge?ments|funding|disclosures?'

const heading = {
  findings: new RegExp(`^(?:\\d[\\d.]*\\s+)?(?:${findings})\\s*[:.]?$`, 'iu'),
  rest: new RegExp(`^(?:\\d[\\d.]*\\s+)?(?:${rest})\\s*[:.]?$`, 'iu'),
}
const label = { findings: labelOf(findings), rest: labelOf(rest) }

/** The part that a section of this heading is, with or without a section number. */
export function partOfHeading(text: string): PartOfPaper {
  const trimmed = text.trim()
  return heading.findings.test(trimmed) ? 'findings' : heading.rest.test(trimmed) ? 'rest' : null
}

/** The part that begins with this sentence of a structured abstract ("RESULTS: We found …"); null when it has no label. */
export function partOfLabel(sentence: string): PartOfPaper {
  // "Results In all …" is labelled, "results In …" is not.
  if (!/^\p{Lu}/u.test(sentence)) return null
  return isLabelled(sentence, label.findings) ? 'findings' : isLabelled(sentence, label.rest) ? 'rest' : null
}

/**
 * The words of a label in any case, and a colon or dash, or white space and the sign after it, which is captured. One pattern whose
 * cases differ by part, `(?i:…)`, missed dashes now and then in long-lived processes (V8 13.6).
 */
function labelOf(words: string): RegExp {
  return new RegExp(`^(?:${words})(?:\\s*[:—–]|\\s+(?=(.)))`, 'isu')
}

/** A colon or dash follows the label, or a capital, digit or bracket, as databases leave it ("Methods In 2016 …"). */
function isLabelled(sentence: string, pattern: RegExp): boolean {
  const found = pattern.exec(sentence)
  return found !== null && (found[1] === undefined || /[\p{Lu}\p{N}[]/u.test(found[1]))
}
