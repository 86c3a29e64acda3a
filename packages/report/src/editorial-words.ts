import type { EditorialState } from '@winnow/contracts/entities/document.ts'

/** The editorial state of a work in words that stand next to its name; '' when nothing is known against it (spec §9). */
export function editorialWords(state: EditorialState): string {
  switch (state) {
    case 'ok':
      return ''
    case 'corrected':
      return 'corrected'
    case 'concern':
      return 'expression of concern'
    case 'retracted':
      return 'retracted'
    case 'conflict':
      return 'sources disagree on whether it is retracted'
    case 'notice':
      return 'notice about another work'
  }
}
