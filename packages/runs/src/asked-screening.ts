import { modelOf, type RoutedModels } from '@winnow/contracts/entities/model-role.ts'
import { rescreen as rescreenSize, screeners as screenerCounts } from '@winnow/contracts/entities/run-options.ts'
import { defaultRescreen } from './run-defaults.ts'
import { UsageError } from './usage-error.ts'

/**
 * How a run screens, as its options hold it: what is not asked for is left out. A sample of exclusions is screened again by
 * default where a model screens; rules would only agree with themselves. Throws UsageError for a number that cannot be.
 */
export function askedScreening(
  asked: { readonly screeners?: number | undefined; readonly rescreen?: number | undefined },
  models: RoutedModels,
): { readonly screeners?: 2; readonly rescreen?: number } {
  const screeners = screenerCounts.safeParse(asked.screeners ?? 1)
  if (!screeners.success) throw new UsageError(`--screeners takes 1 or 2, not ${asked.screeners}`)
  const byModel = modelOf(models, 'screener') !== 'none' || modelOf(models, 'screener2') !== 'none'
  const rescreen = rescreenSize.safeParse(asked.rescreen ?? (byModel ? defaultRescreen : 0))
  if (!rescreen.success) throw new UsageError(`--rescreen takes a whole number from 0 to 1000, not ${asked.rescreen}`)
  return { ...(screeners.data === 2 ? { screeners: 2 } : {}), ...(rescreen.data === 0 ? {} : { rescreen: rescreen.data }) }
}
