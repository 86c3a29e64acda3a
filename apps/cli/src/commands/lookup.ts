import { type Command, Option } from '@commander-js/extra-typings'
import { sourceAbilities } from '@winnow/domain/source-abilities.ts'
import { UsageError } from '@winnow/runs/usage-error.ts'
import type { ApiSource } from '@winnow/search-gateway/core/api-source.ts'
import type { WorkId } from '@winnow/search-gateway/core/source.ts'
import { apiSourceFor } from '@winnow/search-gateway/sources/catalogue.ts'
import type { CommandContext } from '../command-context.ts'
import { askApi } from '../engine/ask-source.ts'
import { type Lookup, lookupOf, lookupTogether } from '../engine/lookup-outcome.ts'
import { sourceSettings } from '../engine/source-client.ts'
import { exitCodes } from '../exit-codes.ts'
import { lookupJson, lookupText } from '../output/lookup-reply.ts'
import { type AskedSource, sourceOption } from './source-option.ts'
import { readWorkId } from './work-id.ts'

/** Who is asked for a work, by the scheme of its identifier, the most trusted first (scholarly-apis §8). */
const askedFor: Readonly<Record<WorkId['scheme'], readonly string[]>> = {
  doi: ['crossref', 'openalex'],
  arxiv: ['arxiv'],
  pmid: ['pubmed'],
  pmcid: ['pubmed', 'openalex'],
  openalex: ['openalex'],
  s2: ['semantic-scholar'],
}

/** `winnow lookup <id>`: the one work that an identifier names. */
export function registerLookup(program: Command, context: CommandContext): void {
  program
    .command('lookup')
    .description('look up the work that an identifier names; exit code 3 when it is not found')
    .argument('<id>', 'a DOI, arXiv id, PubMed id, PMC id, OpenAlex id or Semantic Scholar id, or its address')
    .addOption(new Option('--source <name>', 'the source to ask (default: the one that gives such ids out)').argParser(sourceOption))
    .option('--offline', 'ask nobody: only answers that were kept')
    .option('--json', 'as JSON: {"source","outcome","record","error"?}')
    .option('-q, --quiet', 'no word on standard error about what is waited for')
    .addHelpText(
      'after',
      '\nExamples:\n  winnow lookup 10.1038/s41586-021-03819-2\n  winnow lookup arXiv:1706.03762 --json\n  winnow lookup pmid:31452104\n  winnow lookup W2741809807 --source openalex',
    )
    .action(async (typed, flags) => {
      const id = readWorkId(typed)
      const offline = flags.offline === true || context.config.sources.WINNOW_OFFLINE
      const lookup = await lookUp(id, flags.source, { offline, quiet: flags.quiet === true }, context)
      if (flags.json === true) context.terminal.print(JSON.stringify(lookupJson(id, lookup)))
      else if (lookup.record !== null) context.terminal.print(lookupText(id, lookup))
      else context.terminal.say(lookupText(id, lookup))
      context.exit(context.signal.aborted ? exitCodes.interrupted : lookup.record === null ? exitCodes.failed : exitCodes.done)
    })
}

/** Asks one source after the other until one has the work. */
async function lookUp(
  id: WorkId,
  asked: AskedSource | undefined,
  how: { readonly offline: boolean; readonly quiet: boolean },
  context: CommandContext,
): Promise<Lookup> {
  if (asked?.id === 'library') throw new UsageError('a library cannot be asked for one work by its identifier: search it')
  if (asked !== undefined && sourceAbilities[asked.id]?.lookup.length === 0)
    throw new UsageError(`${asked.name} cannot look works up by an identifier: search it`)
  const settings = sourceSettings(context.config, how.offline)
  const lookups: Lookup[] = []
  for (const name of asked === undefined ? askedFor[id.scheme] : [asked.name]) {
    const found = apiSourceFor(name, settings)
    if ('unusable' in found) {
      lookups.push({ source: name, title: name, outcome: 'skipped', record: null, error: found.unusable })
      continue
    }
    const { source } = found
    if (!canLookUp(source, id)) {
      if (asked !== undefined) throw new UsageError(cannotLookUp(source, id))
      continue
    }
    const answer = await askApi({ ...how, title: source.title }, context, settings, async (open, asking) => {
      const { lookup } = open(source)
      return lookup === undefined ? { outcome: 'skipped', reason: cannotLookUp(source, id) } : lookup(id, asking)
    })
    const lookup = lookupOf(id, name, source.title, answer)
    if (lookup.record !== null) return lookup
    lookups.push(lookup)
  }
  return lookupTogether(lookups)
}

function canLookUp({ api }: ApiSource, { scheme }: WorkId): boolean {
  return api.lookup !== undefined && api.lookupSchemes.includes(scheme)
}

function cannotLookUp({ title, api }: ApiSource, { scheme, value }: WorkId): string {
  return `${title} looks works up by ${api.lookupSchemes.join(', ')} alone, not by ${scheme}:${value}; for this identifier ask ${askedFor[scheme].join(' or ')}, or leave --source out`
}
