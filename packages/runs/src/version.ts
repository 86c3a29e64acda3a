import { winnowVersion } from '@winnow/contracts/version.ts'

/** The version of Winnow; it stands in every event's actor. */
export const version: string = winnowVersion

/** The set of prompts in use; raised when any prompt's wording changes. */
export const promptSet = '1'
