import type { View } from '../view.ts'

/** What each screener said of a document, with its note. An id is "D3@17": the document as it was called, the position. */
export const screeningView: View<'screening'> = {
  table: 'screening',
  key: ['document_id', 'pos'],
  touched: (event) => (event.type === 'DocumentScreened' ? [`${event.data.documentId}@${event.pos}`] : []),
  ids: ({ corpus }) => [...corpus.screenings.entries()].flatMap(([documentId, list]) => list.map(({ pos }) => `${documentId}@${pos}`)),
  row: ({ corpus }, id) => {
    const [documentId = '', pos] = id.split('@')
    const screening = corpus.screenings.get(documentId)?.find((item) => item.pos === Number(pos))
    if (screening === undefined) return null
    return {
      document_id: documentId,
      pos: screening.pos,
      screener: screening.screener,
      pass: screening.pass,
      scores: screening.scores,
      note: screening.note,
      reason: screening.reason,
      criterion: screening.criterion,
      input_cut: screening.inputCut,
    }
  },
}
