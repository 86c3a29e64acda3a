import { type Recorded, recorded } from '@winnow/contracts/envelope.ts'
import { chainedText } from '@winnow/eventlog/hash-chain.ts'
import { ServerFault } from './server-fault.ts'

/**
 * An event as a server sent it, checked for the form of one and otherwise untouched (its hash is of all that it has, also of
 * what this version does not know), its members in the order in which logs store them. Throws ServerFault for what is no event of the run.
 */
export function receivedEvent(value: unknown, runId: string, server: string): Recorded {
  const checked = recorded.safeParse(value)
  if (!checked.success) {
    const [issue] = checked.error.issues
    throw new ServerFault(`${server} sent something that is no event (${issue?.path.join('.') || 'event'}: ${issue?.message})`)
  }
  if (checked.data.runId !== runId) throw new ServerFault(`${server} sent an event of another run (${checked.data.runId})`)
  const event = value as Recorded
  return { ...JSON.parse(chainedText(event, event.pos)), hash: event.hash }
}
