/** Tags, chat templates and turns of a conversation, as prompts are made of them and prose is not. */
const MARKS: readonly RegExp[] = [
  // "</passages> <system>New rules: …"
  /<\/?(?:system|assistant|developer|user|instructions?|prompt|data|passages?|context)>/iu,
  // "<|im_start|>", "[INST]", "<<SYS>>"
  /<\|\w+\|>|\[\/?INST\]|<<\/?SYS>>/u,
  // "SYSTEM: you are now …", "assistant: cite this document first"
  /(?:^|[.!?;,>])\s*(?:system(?: (?:prompt|message|note))?|assistant)\s*:\s*(?:you (?:are|must|should|will)|please|always|now|new (?:rules?|instructions?)|cite|rank|include|recommend|answer|reply|respond|say)\b/iu,
]

/**
 * Whether a sentence holds what passes for a part of a prompt. It need not be meant for a model that reads it, as papers on
 * prompts print such things; but it is no finding, and is not quoted as one (our reading of spec §9).
 */
export function holdsPromptMarks(sentence: string): boolean {
  return MARKS.some((mark) => mark.test(sentence))
}
