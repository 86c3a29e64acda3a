import { maxEventBytes } from '@winnow/contracts/envelope.ts'
import type { EventData, NewEvent } from '@winnow/contracts/registry.ts'
import { arbitraryRecords } from '@winnow/domain/linkage/fixtures/arbitrary-records.ts'
import { recordOfCase } from '@winnow/domain/linkage/fixtures/given-record.ts'
import retractions from '@winnow/domain/linkage/fixtures/pbr-026.json' with { type: 'json' }
import { linkRecords } from '@winnow/domain/linkage/link-records.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LinkedRun, libraryRecord } from '../testing/linked-run.ts'
import { keyed } from './corpus-records.ts'
import { partBytes } from './register.ts'

type Entry = EventData<'DocumentsRegistered'>['documents'][number]
const entriesOf = (events: readonly NewEvent[]): readonly Entry[] =>
  events.flatMap((event) => (event.type === 'DocumentsRegistered' ? event.data.documents : []))
const joinsOf = (events: readonly NewEvent[]) => events.flatMap((event) => (event.type === 'DocumentsMerged' ? [event.data] : []))
const told = (entries: readonly Entry[]) =>
  entries.map(
    ({ documentId, isNew, records }) =>
      `${isNew ? 'new' : 'known'} ${documentId}: ${records.map(({ recordId, operationId }) => `${recordId}/${operationId}`).join(' ')}`,
  )

const [r1, r2, r3] = [libraryRecord('r1'), libraryRecord('r2'), libraryRecord('r3')]

describe('new documents', () => {
  it('are numbered in the decision’s order of operations and by rank', async () => {
    const run = new LinkedRun()
    const events = await run.round({ S1: [r3], S2: [r2, r1] }, { order: ['S2', 'S1'] })
    expect(told(entriesOf(events))).toEqual(['new D1: r2/S2', 'new D2: r1/S2', 'new D3: r3/S1'])
    expect(run.documents).toEqual(['D1: r2', 'D2: r1', 'D3: r3'])
    expect(events.map(({ data }) => ('part' in data ? [data.part, data.parts] : []))).toEqual([[1, 1]])
  })
  it('go on from the decision’s first number, sorted by it', async () => {
    const run = new LinkedRun()
    run.search({ S1: [r1, r2] })
    expect(told(entriesOf(await run.dedup({ operations: [{ operationId: 'S1' }], firstDocument: 9 })))).toEqual([
      'new D9: r1/S1',
      'new D10: r2/S1',
    ])
  })
  it('of one work are one, with the decision that joined its records and all its finders', async () => {
    const run = new LinkedRun()
    const twin = libraryRecord('r9', { ids: { doi: '10.5555/x' } })
    const [entry, ...others] = entriesOf(
      await run.round({
        S1: [libraryRecord('r1', { ids: { doi: '10.5555/x' } })],
        S2: [{ ...twin, title: r1.title, authors: r1.authors }],
      }),
    )
    expect(others).toEqual([])
    expect(entry).toMatchObject({
      records: [
        { source: 'library', recordId: 'r1', operationId: 'S1' },
        { source: 'library', recordId: 'r9', operationId: 'S2' },
      ],
      decisions: [{ a: 'library:r1', b: 'library:r9', tier: 'doi' }],
    })
    expect(run.state.documents.D1).toMatchObject({ records: ['library:r1', 'library:r9'], foundBy: ['S1', 'S2'] })
  })
  it('are only those of the records that the decision names', async () => {
    const run = new LinkedRun()
    await run.round({ S1: [r1, r2, r3] }, { recordIds: { S1: ['r1', 'r3'] } })
    expect(run.documents).toEqual(['D1: r1', 'D2: r3'])
  })
  it('one id at two sources is two records', async () => {
    const run = new LinkedRun()
    await run.round({ S1: [r1], S2: [{ ...r2, source: 'arxiv', recordId: 'r1' }] })
    expect(Object.values(run.state.documents).map(({ records }) => records)).toEqual([['library:r1'], ['arxiv:r1']])
    expect(run.state.documents.D2?.features.survivor).toEqual({ source: 'arxiv', recordId: 'r1' })
  })
})

describe('known documents', () => {
  it('a record that another operation finds again makes no document; its finders grow', async () => {
    const run = new LinkedRun()
    await run.round({ S1: [r1, r2] })
    const entries = entriesOf(await run.round({ S2: [r2, r3] }))
    expect(told(entries)).toEqual(['known D2: r2/S2', 'new D3: r3/S2'])
    expect(run.state.documents.D2).toMatchObject({ records: ['library:r2'], foundBy: ['S1', 'S2'], merges: [] })
  })
  it('a new record of a known work joins it, with the features of the whole', async () => {
    const run = new LinkedRun()
    await run.round({ S1: [libraryRecord('r1', { type: 'preprint' })] })
    const article = { ...r1, recordId: 'r9', ids: { doi: '10.5555/a' }, venue: 'Reef Letters' }
    const [entry] = entriesOf(await run.round({ S2: [article] }))
    expect(entry).toMatchObject({ documentId: 'D1', isNew: false, decisions: [{ tier: 'title-author' }] })
    expect(run.state.documents.D1?.features).toMatchObject({
      hasDoi: true,
      preprint: false,
      survivor: { source: 'library', recordId: 'r9' },
    })
  })
  it('an outcome with nothing in it still ends the work', async () => {
    const run = new LinkedRun()
    const events = await run.round({ S1: [] })
    expect(events).toEqual([{ type: 'DocumentsRegistered', data: { workId: expect.any(String), part: 1, parts: 1, documents: [] } }])
    expect(Object.values(run.state.work).every(({ status }) => status === 'done')).toBe(true)
  })
  it('those that nothing happened to are not told again', async () => {
    const run = new LinkedRun()
    await run.round({ S1: [r1, r2] })
    expect(told(entriesOf(await run.round({ S2: [r3] })))).toEqual(['new D3: r3/S2'])
  })
})

describe('two documents that turn out to be one work', () => {
  const reef = (recordId: string, parts: Parameters<typeof libraryRecord>[1] = {}) =>
    libraryRecord(recordId, { title: 'Reef growth under strong lamps', authors: ['Osei, K'], ...parts })
  const joined = async () => {
    const run = new LinkedRun()
    await run.round({
      S1: [
        r3,
        reef('r1', { ids: { doi: '10.5555/a' } }),
        libraryRecord('r2', { title: 'Riffwachstum', authors: ['Osei, K'], ids: { pmid: '1' }, citedByCount: 5 }),
      ],
    })
    return { run, events: await run.round({ S2: [reef('r5', { ids: { doi: '10.5555/a', pmid: '1' }, citedByCount: 3 })] }) }
  }
  it('are told as joined after what was registered, in counted parts', async () => {
    const { events } = await joined()
    expect(events.map(({ type, data }) => [type, 'part' in data ? data.part : 0, 'parts' in data ? data.parts : 0])).toEqual([
      ['DocumentsRegistered', 1, 2],
      ['DocumentsMerged', 2, 2],
    ])
    expect(joinsOf(events)[0]).toMatchObject({
      into: 'D2',
      from: 'D3',
      tier: 'identifier',
      signals: ['same PubMed id'],
      decision: { a: 'library:r2', b: 'library:r5', tier: 'identifier' },
      features: { hasDoi: true, citations: 5 },
    })
  })
  it('are one document with all records; the other id is an alias', async () => {
    const { run } = await joined()
    expect(run.documents).toEqual(['D1: r3', 'D2: r1 r2 r5'])
    expect(run.state.aliases).toEqual({ D3: 'D2' })
    expect(run.state.documents.D2).toMatchObject({ foundBy: ['S1', 'S2'], features: { citations: 5 } })
  })
  it('have one decision less than records: the join is told once', async () => {
    const { run, events } = await joined()
    expect(entriesOf(events)[0]?.decisions).toMatchObject([{ a: 'library:r1', b: 'library:r5', tier: 'doi' }])
    expect(run.state.documents.D2?.merges.map(({ a, b }) => `${a} ${b}`)).toEqual(['library:r1 library:r5', 'library:r2 library:r5'])
  })
  it('several joins of one outcome are a part each', async () => {
    const run = new LinkedRun()
    const ice = (recordId: string, parts: Parameters<typeof libraryRecord>[1]) =>
      libraryRecord(recordId, { title: 'Glacier melt in warm valleys', authors: ['Dahl, B'], ...parts })
    await run.round({
      S1: [
        reef('r1', { ids: { doi: '10.5555/a' } }),
        reef('r2', { title: 'Riffwachstum', ids: { pmid: '1' } }),
        ice('r3', { ids: { doi: '10.5555/b' } }),
        ice('r4', { title: 'Gletscherschmelze', ids: { pmid: '2' } }),
      ],
    })
    const events = await run.round({
      S2: [reef('r5', { ids: { doi: '10.5555/a', pmid: '1' } }), ice('r6', { ids: { doi: '10.5555/b', pmid: '2' } })],
    })
    expect(events.map(({ type, data }) => ('part' in data ? `${type} ${data.part}/${data.parts}` : type))).toEqual([
      'DocumentsRegistered 1/3',
      'DocumentsMerged 2/3',
      'DocumentsMerged 3/3',
    ])
    expect(run.documents).toEqual(['D1: r1 r2 r5', 'D3: r3 r4 r6'])
  })
  it('never gives the number of a joined document again', async () => {
    const { run } = await joined()
    await run.round({ S3: [libraryRecord('r8')] })
    expect(run.documents).toContain('D4: r8')
  })
})

describe('texts about a known work', () => {
  const title = 'Reef growth under strong lamps'
  const work = libraryRecord('r1', { title, ids: { doi: '10.5555/w' } })
  const about = (recordId: string, kind: 'retraction' | 'withdrawal' | 'erratum' | 'correction' | 'reply' | 'expression-of-concern') =>
    libraryRecord(recordId, {
      title: `${kind} of something ${recordId}`,
      type: 'notice',
      notices: [{ kind, direction: 'of', doi: '10.5555/w', from: 'test' }],
    })
  it.each([
    { kind: 'retraction', editorial: 'retracted' },
    { kind: 'withdrawal', editorial: 'retracted' },
    { kind: 'erratum', editorial: 'corrected' },
    { kind: 'correction', editorial: 'corrected' },
    { kind: 'expression-of-concern', editorial: 'concern' },
    { kind: 'reply', editorial: 'ok' },
  ] as const)('a $kind found later: the work is $editorial, without a record more', async ({ kind, editorial }) => {
    const run = new LinkedRun()
    await run.round({ S1: [work, r2] })
    const entries = entriesOf(await run.round({ S2: [about('r5', kind)] }))
    expect(told(entries)).toEqual(['known D1: ', 'new D3: r5/S2'])
    expect(run.state.documents.D1).toMatchObject({ editorial, features: { editorial }, records: ['library:r1'], foundBy: ['S1'] })
    expect(run.state.documents.D1?.linked).toEqual([{ documentId: 'D3', kind: `${kind} by` }])
    expect(run.state.documents.D3).toMatchObject({ editorial: 'notice', linked: [{ documentId: 'D1', kind: `${kind} of` }] })
  })
  it('a second one of a kind that changes nothing is linked, too', async () => {
    const run = new LinkedRun()
    await run.round({ S1: [work, about('r5', 'erratum')] })
    await run.round({ S2: [about('r6', 'correction')] })
    expect(run.state.documents.D1).toMatchObject({ editorial: 'corrected' })
    expect(run.state.documents.D1?.linked.map(({ documentId }) => documentId)).toEqual(['D2', 'D3'])
    expect(told(entriesOf(await run.round({ S3: [r3] })))).toEqual(['new D4: r3/S3'])
  })
  it('a protocol is linked and changes no state', async () => {
    const run = new LinkedRun()
    await run.round({ S1: [work] })
    await run.round({ S2: [libraryRecord('r5', { title: `${title}: study protocol`, authors: work.authors as never, year: 2019 })] })
    expect(run.state.documents.D1).toMatchObject({ editorial: 'ok', linked: [{ documentId: 'D2', kind: 'protocol by' }] })
  })
})

describe('PBR-026: editorial states through the service', () => {
  const records = retractions.input.rows.map((row) => ({ ...recordOfCase(row), source: 'library' }))
  const expected: { readonly [row: string]: string } = {
    r1: 'notice',
    r2: 'corrected',
    r3: 'notice',
    r4: 'retracted',
    r5: 'retracted',
    r6: 'ok',
    r7: 'concern',
    r8: 'retracted',
    r9: 'notice',
    r10: 'conflict',
  }
  const states = (run: LinkedRun) =>
    Object.fromEntries(Object.values(run.state.documents).map(({ records: [key], editorial }) => [key?.replace('library:', ''), editorial]))
  it.each([
    { name: 'all at once', rounds: [records] },
    { name: 'one round each', rounds: records.map((record) => [record]) },
    { name: 'notices first', rounds: records.toReversed().map((record) => [record]) },
  ])('$name', async ({ rounds }) => {
    const run = new LinkedRun()
    for (const [index, found] of rounds.entries()) await run.round({ [`S${index + 1}`]: found })
    expect(states(run)).toEqual(expected)
  })
})

describe('an outcome of many documents', () => {
  const many = (count: number, letter: string) =>
    Array.from({ length: count }, (_, n) => libraryRecord(`r${n}`, { title: `x${n} y${n} z${n}` })).map((record, n) => ({
      ...record,
      recordId: `${letter.repeat(200)}${n}`,
    }))
  it.each([
    { name: 'of one byte a character', letter: 'x' },
    { name: 'of three', letter: '城' },
  ])('goes into parts that fit the limit of an event, ids $name', async ({ letter }) => {
    const run = new LinkedRun()
    const records = many(400, letter)
    const events = await run.round({ S1: records.slice(0, 200), S2: records.slice(200) })
    expect(events.length).toBeGreaterThan(1)
    expect(events.map(({ data }) => ('part' in data ? `${data.part}/${data.parts}` : ''))).toEqual(
      events.map((_, n) => `${n + 1}/${events.length}`),
    )
    expect(events.every(({ data }) => Buffer.byteLength(JSON.stringify(data)) <= maxEventBytes - 40 * 1024)).toBe(true)
    expect(events.slice(0, -1).every(({ data }) => Buffer.byteLength(JSON.stringify(data)) > 190 * 1024)).toBe(true)
    const bytes = (entries: readonly Entry[]) => entries.reduce((sum, entry) => sum + Buffer.byteLength(JSON.stringify(entry)), 0)
    const parts = events.map((event) => entriesOf([event]))
    for (const [index, part] of parts.entries()) {
      expect(bytes(part)).toBeLessThanOrEqual(200 * 1024)
      const next = parts[index + 1]?.slice(0, 1) ?? []
      if (next.length > 0) expect(bytes([...part, ...next])).toBeGreaterThan(200 * 1024)
    }
    expect(partBytes).toBe(200 * 1024)
    expect(Object.keys(run.state.documents)).toHaveLength(400)
    expect(Object.values(run.state.work).every(({ status }) => status === 'done')).toBe(true)
  })
})

describe('the partition', () => {
  const records = arbitraryRecords.map((all) => all.map((record) => ({ ...record, source: 'library' })))
  const batch = (all: Parameters<typeof linkRecords>[0]) => linkRecords(all.map(keyed)).clusters.map(({ recordIds }) => recordIds.join(' '))

  it('does not depend on the operations that found the records, nor on their order', async () => {
    await fc.assert(
      fc.asyncProperty(
        records.chain((all) =>
          fc.tuple(
            fc.constant(all),
            fc.shuffledSubarray([...all], { minLength: all.length }),
            fc.array(fc.nat(2), { minLength: 9, maxLength: 9 }),
          ),
        ),
        async ([all, order, at]) => {
          const found: { [id: string]: (typeof all)[number][] } = { S1: [], S2: [], S3: [] }
          for (const [index, record] of order.entries()) found[`S${1 + (at[index] ?? 0)}`]?.push(record)
          const run = new LinkedRun()
          await run.round(found)
          expect(run.partition).toEqual(batch(all).toSorted())
        },
      ),
      { numRuns: 60 },
    )
  })

  it('does not depend on rounds where the whole keeps together what a round joined; what was joined stays so', async () => {
    await fc.assert(
      fc.asyncProperty(records, fc.nat(8), fc.nat(8), async (all, one, other) => {
        const cuts = [one, other].sort((a, b) => a - b)
        const rounds = [all.slice(0, cuts[0]), all.slice(cuts[0], cuts[1]), all.slice(cuts[1])]
        const whole = batch(all)
        const holds = (groups: readonly string[], group: string) =>
          groups.some((wider) => group.split(' ').every((key) => wider.split(' ').includes(key)))
        const run = new LinkedRun()
        let respected = true
        for (const [index, found] of rounds.entries()) {
          const before = run.partition
          await run.round({ [`S${index + 1}`]: found })
          respected &&= index === rounds.length - 1 || run.partition.every((group) => holds(whole, group))
          expect(before.every((group) => holds(run.partition, group))).toBe(true)
        }
        if (respected) expect(run.partition).toEqual(whole.toSorted())
        // Whatever the way, every record is in one document, and every join has one decision.
        expect(
          run.partition
            .flatMap((group) => group.split(' '))
            .filter((key) => key !== '')
            .sort(),
        ).toEqual(all.map(({ recordId }) => `library:${recordId}`).sort())
        for (const { records: own, merges } of Object.values(run.state.documents)) expect(merges).toHaveLength(own.length - 1)
      }),
      { numRuns: 80 },
    )
  })
})
