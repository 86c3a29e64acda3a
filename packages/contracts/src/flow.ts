import type { Aggregate } from './envelope.ts'
import type { EventType } from './registry.ts'

/** The services of Winnow. `client` is the command line, which gives the commands of a person as the gateway does. */
export const services = [
  'client',
  'conductor',
  'planner',
  'search-gateway',
  'dedup',
  'screener',
  'reader',
  'critic',
  'writer',
  'answerer',
  'projection',
  'gateway',
] as const
export type Service = (typeof services)[number]

/** The services that run as processes of their own in a cluster. */
export const deployedServices: readonly Service[] = services.filter((service) => service !== 'client')

/** The aggregate a service appends to: one producer each. */
export const aggregateOf: { readonly [S in Service]: Aggregate | null } = {
  client: 'command',
  conductor: 'run',
  planner: 'plan',
  'search-gateway': 'search',
  dedup: 'corpus',
  screener: 'screening',
  reader: 'reading',
  critic: 'critique',
  writer: 'report',
  answerer: 'answer',
  projection: null,
  gateway: 'command',
}

interface Route {
  readonly from: readonly Service[]
  /** Who acts on the event. The projection consumes every event and is not named. */
  readonly to: readonly Service[]
}

/** The services that take work from the queue. */
export const workers: readonly Service[] = ['planner', 'search-gateway', 'dedup', 'screener', 'reader', 'critic', 'writer', 'answerer']

/** The lane of a service that has just one. */
export const defaultLane = 'default'

/** The lane of the search gateway in which full texts are fetched. */
export const fullTextLane = 'full-text'

/**
 * The lanes of the work queue that a service takes work from; none for services that take no work. The search gateway has a
 * lane a source, so that a slow source holds up no other, and one for full texts. `sources`: the names of all sources.
 */
export function lanesOf(service: Service, sources: readonly string[]): readonly string[] {
  if (!workers.includes(service)) return []
  return service === 'search-gateway' ? [...sources, fullTextLane] : [defaultLane]
}
const command: Route = { from: ['client', 'gateway'], to: ['conductor'] }
const note: Route = { from: ['conductor'], to: ['conductor'] }
const request = (to: Service): Route => ({ from: ['conductor'], to: [to] })
const fact = (from: Service): Route => ({ from: [from], to: ['conductor'] })

/** Who emits and who acts on each event. Subjects, permissions, consumers and the README's picture follow from it. */
export const flow: { readonly [T in EventType]: Route } = {
  RunRequested: command,
  LibraryImported: command,
  RunPaused: command,
  RunResumed: command,
  RunCancelled: command,
  BudgetChanged: command,
  PlanEdited: command,
  DocumentOverridden: command,
  RunForked: command,

  PlanningRequested: request('planner'),
  IterationStarted: note,
  IntentsRequested: request('planner'),
  QueriesRequested: request('planner'),
  IntentClosed: note,
  SearchesRequested: request('search-gateway'),
  SeedsRequested: request('search-gateway'),
  DedupRequested: request('dedup'),
  ScreeningRequested: request('screener'),
  ReadingAllocated: request('reader'),
  FullTextRequested: request('search-gateway'),
  SnowballRequested: request('search-gateway'),
  SynthesisRequested: request('writer'),
  CritiqueRequested: request('critic'),
  CritiqueApplied: note,
  PlanEditsApplied: note,
  ReportRequested: request('writer'),
  CitationCheckRequested: request('writer'),
  PassagesRequested: request('answerer'),
  TurnRequested: request('answerer'),
  AnswerRequested: request('answerer'),
  RunCompleted: { from: ['conductor'], to: ['client', 'gateway'] },

  PlanProposed: fact('planner'),
  IntentCreated: fact('planner'),
  QueriesWritten: fact('planner'),
  CandidatesFound: fact('search-gateway'),
  ReferencesFound: fact('search-gateway'),
  SearchFailed: fact('search-gateway'),
  LookupRejected: fact('search-gateway'),
  FullTextFetched: fact('search-gateway'),
  DocumentsRegistered: fact('dedup'),
  DocumentsMerged: fact('dedup'),
  DocumentSplit: fact('dedup'),
  DocumentScreened: fact('screener'),
  EvidenceExtracted: fact('reader'),
  ReadingFailed: fact('reader'),
  CritiqueProposed: fact('critic'),
  SubquestionAnswered: fact('writer'),
  ReportWritten: fact('writer'),
  CitationsChecked: fact('writer'),
  PassagesSummarised: fact('answerer'),
  TurnTaken: fact('answerer'),
  AnswerWritten: fact('answerer'),
  WorkFailed: { from: ['conductor', ...workers], to: ['conductor'] },
  ProviderStopped: { from: workers, to: ['conductor'] },
}

/** The service that does the work a decision asks for; undefined for events that ask for none. */
export function workerOf(type: EventType): Service | undefined {
  const route = flow[type]
  return route.from[0] === 'conductor' && route.from.length === 1 ? route.to.find((service) => workers.includes(service)) : undefined
}

/** The subject of an event on a broker: research.<workspace>.<run>.<aggregate>. */
export function subjectOf(event: { readonly workspaceId: string; readonly runId: string; readonly aggregate: Aggregate }): string {
  return `research.${event.workspaceId}.${event.runId}.${event.aggregate}`
}
