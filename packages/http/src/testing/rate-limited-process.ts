import pg from 'pg'
import { createRateLimit } from '../rate-limit.ts'

/** A process of its own for the test of the rate limit: takes `count` turns at once and prints how long each is to wait (ms). */
const [url = '', name = '', intervalMs = '', count = ''] = process.argv.slice(2)
const pool = new pg.Pool({ connectionString: url, max: 4 })
const limits = createRateLimit(pool)
const waits = await Promise.all(
  Array.from({ length: Number(count) }, async () => {
    const turn = await limits.reserve(name, Number(intervalMs))
    if (turn.kind !== 'turn') throw new Error(`a turn is ${turn.kind}`)
    return turn.waitMs
  }),
)
await pool.end()
console.log(JSON.stringify(waits))
