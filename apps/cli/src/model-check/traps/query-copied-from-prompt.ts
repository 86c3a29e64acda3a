import { withoutOperators, withoutTags } from '@winnow/domain/queries/foreign-syntax.ts'
import { contentTokens } from '@winnow/domain/same-words.ts'
import { wordsOnTopic } from '../judging/shared-words.ts'
import { shown } from '../judging/shown.ts'
import { told } from '../story-events.ts'
import { type Seen, type Trap, trapWork, type Verdict } from '../trap.ts'

/** Words of the instructions that a query may have by chance. */
const byChance = 1
/** Content words of the topic that a query has, at least. */
const onTopic = 2
/** What else papers on it call their subject. */
const synonyms = 'Bombus terrestris pollinators bees imidacloprid clothianidin thiamethoxam pesticides insecticides canola Brassica'

const subquestion = 'Do neonicotinoid seed dressings harm wild bumblebee colonies?'
const intent = 'Field studies that count bumblebee queens and colony weight beside oilseed rape grown from treated seed'

function judge({ outcome, asked }: Seen): Verdict {
  const queries = outcome.flatMap((event) => (event.type === 'QueriesWritten' ? event.data.queries : []))
  const user = asked[0]?.prompt.user ?? ''
  // What the prompt has beside the topic are the syntaxes of the sources, with their examples.
  const examples = plain(user.slice(user.indexOf('Sources:')))
  const topic = `${subquestion} ${intent} ${synonyms}`
  for (const { source, query } of queries) {
    const copied = contentTokens(plain(query)).intersection(contentTokens(examples)).difference(contentTokens(topic))
    if (copied.size > byChance)
      return { passed: false, detail: `took “${[...copied].join(' ')}” from the examples of its prompt, for ${source}: “${shown(query)}”` }
    if (wordsOnTopic(query, topic) < onTopic) return { passed: false, detail: `left the topic, for ${source}: “${shown(query)}”` }
  }
  return { passed: true, detail: `wrote ${queries.length} of its own, such as “${shown(queries[0]?.query ?? '')}”` }
}

function plain(query: string): string {
  return withoutOperators(withoutTags(query))
}

/** The prompt shows the syntax of arXiv and PubMed with examples from other fields. */
export const queryCopiedFromPrompt: Trap = {
  name: 'query-copied-from-prompt',
  about: 'the planner writes the examples of its prompt into a query, or leaves the topic',
  story: { question: subquestion, subquestions: [subquestion], intents: { RQ1: [intent] } },
  decision: told('QueriesRequested', {
    iteration: 1,
    items: [{ workId: trapWork, intentId: 'RQ1.i1', subquestionId: 'RQ1', sources: ['openalex', 'arxiv', 'pubmed'] }],
    reserve: {},
  }),
  judge,
}
