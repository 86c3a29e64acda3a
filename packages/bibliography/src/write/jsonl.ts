/** Values as JSON, one a line, each line ended by LF. Undefined members are left out. */
export function writeJsonl(values: readonly object[]): string {
  return values.map((value) => `${JSON.stringify(value)}\n`).join('')
}
