import type { RoutedModels } from '@winnow/contracts/entities/model-role.ts'

/** One of the models that are compared: a row of the table. */
export interface Contestant {
  /** "A", "B", … */
  readonly letter: string
  /** The model of agent and summarizer, or both where they differ. */
  readonly model: string
}

/** How a row names the models of runs: by the agent's, and the summarizer's where it is another. */
export function modelName({ agent = 'none', summarizer = 'none' }: Pick<RoutedModels, 'agent' | 'summarizer'>): string {
  return agent === summarizer ? agent : `${agent} with ${summarizer}`
}
