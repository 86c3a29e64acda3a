/** The parts of a record's key "source:recordId"; the id is the input's own and may hold colons. */
export function splitRecordKey(key: string): { readonly source: string; readonly recordId: string } {
  const colon = key.indexOf(':')
  return { source: key.slice(0, colon), recordId: key.slice(colon + 1) }
}
