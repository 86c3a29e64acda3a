import type { AnyView } from './view.ts'
import { answersView } from './views/answers.ts'
import { callsView } from './views/calls.ts'
import { degradedView } from './views/degraded.ts'
import { documentsView } from './views/documents.ts'
import { evidenceView } from './views/evidence.ts'
import { intentsView } from './views/intents.ts'
import { operationsView } from './views/operations.ts'
import { runView } from './views/run.ts'
import { screeningView } from './views/screening.ts'
import { subquestionsView } from './views/subquestions.ts'

/** Every view; the run comes first, as the rows of the others refer to it. */
export const views: readonly AnyView[] = [
  runView,
  subquestionsView,
  intentsView,
  operationsView,
  documentsView,
  screeningView,
  evidenceView,
  answersView,
  callsView,
  degradedView,
]
