import pg from 'pg'
import { createExclusiveLock } from '../exclusive-lock.ts'

/** A process of its own for the test of the lock: says "held" once it holds it, and holds it until it is killed. */
const [url = '', name = ''] = process.argv.slice(2)
const pool = new pg.Pool({ connectionString: url, max: 1 })
await createExclusiveLock(pool)(name, new AbortController().signal, async () => {
  console.log('held')
  await new Promise((resolve) => process.stdin.on('end', resolve).resume())
})
