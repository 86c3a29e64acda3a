import { type ModelRole, modelOf, type RoutedModels } from '@winnow/contracts/entities/model-role.ts'
import type { ScreeningPass } from '@winnow/contracts/entities/screening-pass.ts'

type Screener = Extract<ModelRole, 'screener' | 'screener2'>

/**
 * The role whose model screens in a pass (docs/decisions/022): the second screener's own judgement is its own alone; the first
 * one's model adjudicates, and the second one's screens a sample again; each stands in for the other where one has no model.
 */
export function screeningRole(models: RoutedModels, pass: ScreeningPass | undefined): Screener {
  const withModel = (role: Screener, other: Screener) =>
    modelOf(models, role) === 'none' && modelOf(models, other) !== 'none' ? other : role
  switch (pass) {
    case undefined:
      return 'screener'
    case 'second':
      return 'screener2'
    case 'adjudication':
      return withModel('screener', 'screener2')
    case 'sample':
      return withModel('screener2', 'screener')
  }
}
