import type { Command } from '@commander-js/extra-typings'
import { createMemoryBoughtAnswers } from '@winnow/model/bought-answers-memory.ts'
import { createModelServices } from '@winnow/model/model-services.ts'
import { formatModelSpec, parseModelSpec } from '@winnow/model/model-spec.ts'
import { configuredProvider } from '@winnow/model/providers/environment.ts'
import { UsageError } from '@winnow/runs/usage-error.ts'
import { ProviderStop } from '@winnow/runtime/ask-model.ts'
import type { CommandContext } from '../command-context.ts'
import { exitCodes } from '../exit-codes.ts'
import { allTraps } from '../model-check/all-traps.ts'
import { cardText, markOf } from '../model-check/card-text.ts'
import { CostStop, checkModel } from '../model-check/check-model.ts'
import type { ModelCard, PutTrap } from '../model-check/model-card.ts'
import type { Trap } from '../model-check/trap.ts'
import { priceOf } from './known-costs.ts'
import { unknownName } from './known-name.ts'
import { numberOption } from './number-option.ts'

const examples = `
Each trap is a made-up review with a right answer, put through the prompts and schemas that a real run uses. A model passes it
when its reply can be used and is right. Exit code 1 when a model falls for at least one trap.

Examples:
  winnow models check openai:gpt-5-mini
  winnow models check ollama:qwen3:8b openai:gpt-5-mini --repeat 3
  winnow models check anthropic:claude-haiku-4-5 --only context-cut --json

Traps:
${allTraps.map(({ name, about }) => `  ${name}: ${about}`).join('\n')}`

interface CheckFlags {
  readonly only?: readonly string[] | undefined
  readonly repeat: number
  readonly maxCost?: number | undefined
  readonly json?: boolean | undefined
  readonly quiet?: boolean | undefined
}

/** `winnow models check <spec…>`: candidate models against traps with known right answers. */
export function registerModels(program: Command, context: CommandContext): void {
  const group = program.command('models').description('check candidate models before they are used').addHelpText('after', examples)
  group
    .command('check')
    .description('put traps with known right answers to models, through the real prompts and schemas; exit code 1 when one falls for any')
    .argument('<spec...>', 'the models: openai:<model>, anthropic:<model> or ollama:<model>')
    .option('--only <trap>', 'this trap alone (may be given more than once)', (name: string, names: readonly string[] = []) => [
      ...names,
      name,
    ])
    .option('--repeat <n>', 'how often each trap is put; passed when passed every time', numberOption('--repeat', 'positive whole'), 1)
    .option(
      '--max-cost <usd>',
      'US dollars at most for all models; refused when a price is unknown',
      numberOption('--max-cost', 'positive'),
    )
    .option('--json', 'as JSON: {"models":[{spec, traps:[{name, passed, detail}], passed, failed, calls, costUsd, seconds}]}')
    .option('-q, --quiet', 'no progress')
    .addHelpText('after', examples)
    .action((specs, flags) => check(specs, flags, context))
}

async function check(given: readonly string[], flags: CheckFlags, context: CommandContext): Promise<void> {
  const { terminal } = context
  const specs = [...new Set(given.map((spec) => readSpec(spec, context)))]
  const traps = chosenTraps(flags.only ?? [])
  const maxCostUsd = flags.maxCost ?? null
  if (maxCostUsd !== null) refuseUnknownPrices(specs, context)
  const cards: ModelCard[] = []
  let asked = ''
  try {
    // One model after the other: a local server would load their weights in turn.
    for (const spec of specs) {
      asked = spec
      const spentUsd = cards.reduce((sum, { costUsd }) => sum + (costUsd ?? 0), 0)
      const { environment, concurrency } = context.config
      const services = createModelServices({ environment, concurrency, bought: createMemoryBoughtAnswers() })
      try {
        cards.push(
          await checkModel(spec, {
            services,
            traps,
            repeat: flags.repeat,
            concurrency,
            maxCostUsd: maxCostUsd === null ? Number.POSITIVE_INFINITY : maxCostUsd - spentUsd,
            signal: context.signal,
            now: context.now,
            onPut: flags.quiet === true ? () => {} : (put, done, all) => terminal.say(progressLine(spec, put, done, all)),
          }),
        )
      } finally {
        await services.close()
      }
    }
  } catch (error) {
    return stopped(error, asked, context)
  }
  terminal.print(flags.json === true ? JSON.stringify({ models: cards }, null, 2) : cardText(cards))
  context.exit(cards.some(({ failed }) => failed > 0) ? exitCodes.faults : exitCodes.done)
}

/** A check that did not come to its end prints no card: half of one would pass for a whole. */
function stopped(error: unknown, spec: string, context: CommandContext): void {
  const { terminal, signal } = context
  if (signal.aborted) {
    terminal.say('Interrupted.')
    return context.exit(exitCodes.interrupted)
  }
  if (error instanceof ProviderStop) terminal.say(`The check of ${spec} stopped: ${error.failure.message}`)
  else if (error instanceof CostStop) terminal.say(`The check of ${spec} stopped: ${error.message}. Raise it, or choose traps with --only.`)
  else throw error
  context.exit(exitCodes.failed)
}

function progressLine(spec: string, put: PutTrap, done: number, all: number): string {
  return `${spec}: ${done} of ${all}, ${markOf(put)} ${put.name}`
}

/** A model as routed. Throws UsageError for one that cannot be read or asked; the message names the variable to set. */
function readSpec(given: string, { config }: CommandContext): string {
  const parsed = parseModelSpec(given)
  if (!parsed.ok) throw new UsageError(parsed.error)
  if (parsed.spec.provider === 'none') throw new UsageError('"none" is no model: there is nothing to check')
  const spec = formatModelSpec(parsed.spec)
  const configured = configuredProvider(config.environment, parsed.spec.provider)
  if (!configured.ok) throw new UsageError(`${spec}: ${configured.message}`)
  return spec
}

function chosenTraps(names: readonly string[]): readonly Trap[] {
  const known = allTraps.map(({ name }) => name)
  const unknown = names.find((name) => !known.includes(name))
  if (unknown !== undefined) throw new UsageError(unknownName('trap', unknown, known))
  return names.length === 0 ? allTraps : allTraps.filter(({ name }) => names.includes(name))
}

function refuseUnknownPrices(specs: readonly string[], { config }: CommandContext): void {
  const unknown = specs.filter((spec) => priceOf(spec, { input: 1000, output: 1000 }, config) === null)
  if (unknown.length > 0)
    throw new UsageError(`--max-cost cannot be kept: the price of ${unknown.join(', ')} is unknown. Choose traps with --only instead.`)
}
