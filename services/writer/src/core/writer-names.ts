/** What events name in the place of a model where code wrote an answer or a report (spec §2, role "none" and fallbacks). */
export const extractive = 'extractive'
/** What events name in the place of a model where code checked citations. */
export const lexical = 'lexical'
