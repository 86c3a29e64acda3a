import { flow, type Service, services } from '@winnow/contracts/flow.ts'
import { type EventType, eventTypes } from '@winnow/contracts/registry.ts'

/**
 * The flow of events between the services as a Mermaid graph, made from contracts/flow.ts: one arrow for each pair of
 * services with the events it carries. Notes of the conductor to itself are left out; the projection takes every event.
 */
export function flowPicture(): string {
  const arrows = services.flatMap((from) =>
    services.flatMap((to) => {
      const carried = eventTypes.filter((type) => from !== to && carries(type, from, to))
      return carried.length === 0 ? [] : [`  ${nodeId(from)} -->|"${carried.join('<br>')}"| ${nodeId(to)}`]
    }),
  )
  const nodes = services.map((service) => `  ${nodeId(service)}["${service}"]`)
  return ['flowchart LR', ...nodes, ...arrows, `  every(["every event"]) -.-> ${nodeId('projection')}`].join('\n')
}

/** The picture as a fenced block, as the README has it. */
export function flowBlock(): string {
  return `\`\`\`mermaid\n${flowPicture()}\n\`\`\``
}

/** What comes from every worker and says the same everywhere is drawn nowhere. */
const fromEveryWorker: readonly EventType[] = ['WorkFailed', 'ProviderStopped']

function carries(type: EventType, from: Service, to: Service): boolean {
  return !fromEveryWorker.includes(type) && flow[type].from.includes(from) && flow[type].to.includes(to)
}

function nodeId(service: Service): string {
  return service.replaceAll('-', '_')
}
