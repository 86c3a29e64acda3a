import manifest from '../package.json' with { type: 'json' }

/** The version of Winnow; it stands in every event's actor. */
export const version: string = manifest.version

/** The set of prompts in use; raised when any prompt's wording changes. */
export const promptSet = '1'
