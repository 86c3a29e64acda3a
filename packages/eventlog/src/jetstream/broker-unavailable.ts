/** Why the broker cannot be used. */
export type BrokerFault = 'bad-address' | 'unreachable' | 'refused' | 'no-jetstream' | 'no-stream' | 'other-broker'

/** Thrown when the broker cannot be used. The message is meant for a person: what is wrong and what to do. */
export class BrokerUnavailable extends Error {
  override readonly name = 'BrokerUnavailable'
  readonly kind: BrokerFault

  constructor(kind: BrokerFault, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.kind = kind
  }
}
