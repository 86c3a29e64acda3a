import type { ModelRequest, ScriptedReply } from '@winnow/testkit/scripted-model-server.ts'

/** What the scripted model wrote of an answer: its number, in the order in which answers were asked for. */
export const answerNumber = (text: string): number => Number(/answer number (\d+)/.exec(text)?.[1])

/** What no passage says. */
export const unsupportedSentence = 'Purple elephants juggle teapots upon frozen volcanoes.'

/** What the scripted judge gives an answer by its number: clarity, insightfulness, and whether the one gold point is supported. */
export function judgementOf(number: number): { readonly clarity: number; readonly insightfulness: number; readonly supported: boolean } {
  return { clarity: number % 7, insightfulness: (3 * number) % 11, supported: number % 2 === 0 }
}

/**
 * A model that answers every question otherwise each time, and judges answers by their number. Every fifth answer says what no
 * passage says, and every third turn asks for a search. `instead` comes before it.
 */
export function samplingModel(instead: (request: ModelRequest, schema: string) => ScriptedReply | undefined = () => undefined) {
  const counts = { turns: 0, answers: 0 }
  return (request: ModelRequest): ScriptedReply => {
    const schema = schemaName(request)
    return instead(request, schema) ?? { json: reply(request, schema, counts) }
  }
}

function reply({ prompt }: ModelRequest, schema: string, counts: { turns: number; answers: number }): unknown {
  const passage = /"documentId":"(D\d+)","title":"[^"]*","text":"([^"]*?\.)[ "]/.exec(prompt)
  const [, documentId = '', sentence = ''] = passage ?? []
  switch (schema) {
    case 'summary':
      return { sentences: passage === null ? [] : [{ text: sentence, documentIds: [documentId] }] }
    case 'turn': {
      counts.turns += 1
      const search = counts.turns % 3 === 0
      return {
        reasoning: `turn ${counts.turns}`,
        action: search ? 'search' : 'answer',
        query: search ? `memory retrieval ${counts.turns}` : null,
      }
    }
    case 'answer': {
      counts.answers += 1
      return {
        paragraphs: [
          { sentences: [{ text: counts.answers % 5 === 0 ? unsupportedSentence : sentence, documentIds: [documentId] }] },
          { sentences: [{ text: `This is answer number ${counts.answers} (a*b)`, documentIds: [] }] },
        ],
      }
    }
    case 'quality': {
      const { clarity, insightfulness } = judgementOf(answerNumber(prompt))
      return { clarity: { reason: 'r', score: clarity }, insightfulness: { reason: 'r', score: insightfulness } }
    }
    case 'key_points':
      return { K1: { reason: 'r', verdict: judgementOf(answerNumber(prompt)).supported ? 'supported' : 'omitted' } }
  }
  throw new Error(`the sampling model knows no ${schema}`)
}

function schemaName({ body }: ModelRequest): string {
  const format: unknown = Reflect.get(Object(body.response_format), 'json_schema')
  return String(Reflect.get(Object(format), 'name'))
}
