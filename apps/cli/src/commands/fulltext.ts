import type { Command } from '@commander-js/extra-typings'
import { UsageError } from '@winnow/runs/usage-error.ts'
import type { CommandContext } from '../command-context.ts'
import { patienceMs } from '../engine/ask-source.ts'
import { type FullTextReading, readFullTextAddress, readFullTextFile } from '../engine/read-full-text.ts'
import { exitCodes } from '../exit-codes.ts'
import { fullTextFault, fullTextJson, fullTextMarkdown, missingText } from '../output/full-text-reply.ts'

/** `winnow fulltext <file or url>`: the text of one paper by its sections. */
export function registerFulltext(program: Command, context: CommandContext): void {
  program
    .command('fulltext')
    .description('read one paper (PDF, JATS XML or HTML) into title, abstract, sections and references')
    .argument('<document>', 'a file, or an http(s) address')
    .option('--offline', 'fetch nothing')
    .option(
      '--json',
      'as JSON: {"title","abstract","sections":[{"heading","level","page","text"}],"references":[…],"outcome"}; "incomplete" where something is missing',
    )
    .addHelpText(
      'after',
      '\nExamples:\n  winnow fulltext paper.pdf\n  winnow fulltext paper.xml --json\n  winnow fulltext https://arxiv.org/pdf/1706.03762',
    )
    .action(async (document, flags) => {
      const offline = flags.offline === true || context.config.sources.WINNOW_OFFLINE
      const reading = await readFullText(document, offline, context)
      if (reading === null) {
        context.terminal.say('Interrupted.')
        context.exit(exitCodes.interrupted)
        return
      }
      if (flags.json === true) context.terminal.print(JSON.stringify(fullTextJson(document, reading)))
      if (reading.outcome !== 'read') {
        context.terminal.say(`winnow: ${fullTextFault(document, reading)}`)
        context.exit(reading.blame === 'input' ? exitCodes.usage : exitCodes.failed)
      } else if (flags.json !== true) {
        context.terminal.print(fullTextMarkdown(reading))
        const missing = missingText(document, reading)
        if (missing !== null) context.terminal.say(missing)
      }
    })
}

/** The document as it was read; null when the user ended it. */
async function readFullText(document: string, offline: boolean, context: CommandContext): Promise<FullTextReading | null> {
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(document)?.[1]?.toLowerCase()
  if (document.trim() === '') throw new UsageError('no document is named: winnow fulltext paper.pdf')
  if (scheme === undefined) return readFullTextFile(document, context.config.cwd)
  if (scheme !== 'http' && scheme !== 'https') throw new UsageError(`${document}: only http(s) addresses and files are read`)
  const notice = setTimeout(() => context.terminal.say(`Waiting for ${document} …`), patienceMs)
  try {
    return await readFullTextAddress(document, context, offline)
  } catch (error) {
    if (context.signal.aborted) return null
    throw error
  } finally {
    clearTimeout(notice)
  }
}
