/**
 * Text for a person's terminal: control characters other than line feed and tab are gone, and so are those that turn the
 * direction of writing around, so that words from outside (a model's, a server's, a paper's) cannot steer it (design §9).
 */
export function withoutControls(text: string): string {
  return text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, '')
}
