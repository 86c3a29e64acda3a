import { knownParser } from './behaviour/test-events.ts'
import { eventLogBehaviour } from './behaviour-suite.ts'
import { MemoryEventLog, MemoryStorage } from './memory-event-log.ts'

eventLogBehaviour(async () => {
  let storage = new MemoryStorage()
  return {
    open: (parse = knownParser) => new MemoryEventLog(parse, storage),
    clear: async () => {
      storage = new MemoryStorage()
    },
    close: async () => {},
  }
}, 200)
