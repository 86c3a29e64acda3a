import type { ScreeningRecord } from './screening-record.ts'

/** Kinds of study or text that criteria name and records show. */
export type StudyType =
  | 'randomised trial'
  | 'controlled study'
  | 'observational study'
  | 'case report'
  | 'review'
  | 'opinion'
  | 'protocol'
  | 'animal study'
  | 'in vitro study'
  | 'study of children'

const CHILDREN = /\b(?:child(?:ren|hood)?|pa?ediatric\w*|infants?|neonat\w*|newborns?|toddlers?|preschool\w*)\b/iu

/** How criteria name a type. */
const ASKED: { readonly [type in StudyType]: RegExp } = {
  'randomised trial': /\brandomi[sz]ed\b|\brandomi[sz]ation\b|\brcts?\b|\b(?:clinical|controlled) trials?\b|\bplacebo\b|\bdouble.?blind/iu,
  'controlled study':
    /\bcomparators?\b|\bcontrol (?:groups?|arms?|conditions?|animals|subjects|participants)\b|\bcontrolled (?:stud|trial)|\bcomparison groups?\b|\bcomparative stud|\bcompared\b/iu,
  'observational study':
    /\bobservational\b|\bcohorts?\b|\bcase.control\b|\bcross.sectional\b|\blongitudinal\b|\bprospective\b|\bretrospective\b/iu,
  'case report': /\bcase (?:reports?|series|stud(?:y|ies))\b/iu,
  review: /\b(?:reviews?|meta.?analys[ei]s|secondary (?:research|literature|studies))\b/iu,
  opinion: /\beditorials?\b|\bcommentar(?:y|ies)\b|\bletters?\b|\bopinions?\b|\bcomments?\b/iu,
  protocol: /\bprotocols?\b/iu,
  'animal study': /\banimals?\b|\brodents?\b|\brats?\b|\bmice\b|\bmouse\b|\bpreclinical\b|\bin vivo\b/iu,
  'in vitro study': /\bin.vitro\b|\bcell (?:lines?|cultures?)\b|\bex vivo\b|\bcadaver/iu,
  'study of children': CHILDREN,
}

/** What sources call kinds of text. */
const KIND_OF_TEXT: { readonly [type in StudyType]?: RegExp } = {
  'randomised trial': /^(?:randomi[sz]ed controlled trial|clinical trial)$/iu,
  'case report': /^case reports?$/iu,
  review: /^(?:review|systematic review|meta-analysis|book-chapter)$/iu,
  opinion: /^(?:editorial|letter|comment|note|erratum|paratext)$/iu,
}

const SPECIES =
  /\b(?:rats?|mice|mouse|murine|rodents?|rabbits?|leporine|dogs?|canines?|cats?|pigs?|minipigs?|porcine|swine|piglets?|sheep|ovine|goats?|caprine|horses?|monkeys?|macaques?|primates?|hamsters?|gerbils?|guinea.pigs?|zebrafish|drosophila|chickens?|animal model)\b/iu
const PEOPLE = /\b(?:patients?|participants?|volunteers?|women|men|children|adults?|adolescents?|people|persons?|individuals|humans?)\b/iu

/** How a type shows in a title. */
const TITLE: { readonly [type in StudyType]: RegExp } = {
  'randomised trial': /\brandomi[sz]ed\b|\bplacebo\b|\bdouble.?(?:blind|masked)|\brct\b|\b(?:clinical|controlled) trial\b/iu,
  'controlled study': /\bversus\b|\bvs\b|\bcompar(?:ison|ed|ing|ative)\b|\bcontrolled\b/iu,
  'observational study':
    /\bcohort\b|\bcase.control\b|\bcross.sectional\b|\bprospective\b|\bretrospective\b|\blongitudinal\b|\bobservational\b|\bfollow.up\b/iu,
  'case report': /\bcase (?:reports?|series)\b|\ba case of\b|\breport of (?:a|one|two|three) cases?\b/iu,
  // A review of charts or records is a retrospective study.
  review:
    /(?<!\b(?:charts?|records?|retrospective|peer|database) )\breview(?:s|ed)?\b|\bmeta.?analys[ei]s\b|\boverview\b|\bstate of the art\b|\bcurrent (?:concepts|perspectives|status)\b|\bupdate\b|\badvances in\b|\brecent (?:advances|progress|developments)\b|\bconsensus statement\b/iu,
  opinion:
    /\beditorial\b|\bcommentary\b|\bletter to the editor\b|\bviewpoint\b|\bin reply\b|\bcomments? on\b|\berratum\b|\bcorrigendum\b|\bcorrection to\b|^(?:authors?['’]?s? |in )?(?:response|reply|correspondence)\b/iu,
  protocol: /\bprotocol\b|\brationale and design\b|\bdesign and rationale\b|\bstudy design\b/iu,
  'animal study': SPECIES,
  'in vitro study': /\bin.vitro\b|\bcell (?:line|culture)s?\b|\bcultured?\b|\bex vivo\b|\bcadaver\w*/iu,
  'study of children': CHILDREN,
}

/** How it shows in an abstract, keyword or heading. */
const BODY: { readonly [type in StudyType]: RegExp } = {
  'randomised trial':
    /\brandomi[sz]ed\b|\brandomly (?:assigned|allocated|divided|selected)\b|\brandomi[sz]ation\b|\bplacebo\b|\bdouble.?(?:blind|masked)|\brcts?\b/iu,
  'controlled study': /\bcontrol (?:group|subjects|animals)|\bcontrols\b|\bplacebo\b|\bcompared (?:with|to)\b|\bversus\b|\bcontrolled\b/iu,
  'observational study':
    /\bcohort\b|\bcase.control\b|\bcross.sectional\b|\bprospective(?:ly)?\b|\bretrospective(?:ly)?\b|\blongitudinal\b|\bobservational\b|\bfollow(?:ed)?.up\b/iu,
  'case report': /\bcase (?:reports?|series)\b|\bwe (?:report|present|describe) (?:a|the|one|two) cases?\b/iu,
  review:
    /\b(?:this|our|present|systematic|literature|narrative) review\b|\bwe (?:here )?(?:review|summari[sz]e|discuss)\b|\b(?:is|are) (?:reviewed|discussed|summari[sz]ed)\b|\bthis (?:article|paper|chapter) (?:reviews|discusses|summari[sz]es|describes)\b|\bmeta.?analys[ei]s\b|\bwe searched\b|\bmedline\b/iu,
  opinion: /\beditorial\b/iu,
  protocol: /\b(?:trial|study|this) protocol\b|\bwill be (?:randomi[sz]ed|recruited|enrolled|assessed|measured|included)\b/iu,
  'animal study': SPECIES,
  'in vitro study': /\bin.vitro\b|\bcell (?:line|culture)s?\b|\bcultured\b|\bex vivo\b|\bcadaver\w*/iu,
  'study of children': CHILDREN,
}

const studyTypes = Object.keys(ASKED) as readonly StudyType[]

/** Types that the clauses name. */
export function typesNamed(clauses: readonly string[]): ReadonlySet<StudyType> {
  return new Set(studyTypes.filter((type) => clauses.some((clause) => ASKED[type].test(clause))))
}

/** How clearly a record shows a type: 1 by its title or kind of text, 0.5 by its abstract or keywords, 0 not at all. */
export function clarityOf(type: StudyType, record: ScreeningRecord): number {
  if (KIND_OF_TEXT[type]?.test(record.type.trim()) === true || TITLE[type].test(record.title)) return 1
  return BODY[type].test(record.abstract) || record.keywords.some((keyword) => BODY[type].test(keyword)) ? 0.5 : 0
}

/** Whether a text speaks of adults. */
export function speaksOfAdults(text: string): boolean {
  return /\badults?\b|\belderly\b/iu.test(text)
}

/** Whether a text speaks of people. */
export function speaksOfPeople(text: string): boolean {
  return PEOPLE.test(text)
}
