import type { EventData, NewEvent } from '@winnow/contracts/registry.ts'
import { usableEvidence } from '@winnow/domain/evidence-owner.ts'
import { describe, expect, it } from 'vitest'
import { LinkedRun, libraryRecord } from '../testing/linked-run.ts'

const title = 'Reef growth under strong lamps'
const reef = (recordId: string, parts: Parameters<typeof libraryRecord>[1] = {}) =>
  libraryRecord(recordId, { title, authors: ['Osei, K'], ...parts })
const splitOf = ([event]: readonly NewEvent[]): EventData<'DocumentSplit'> => {
  if (event?.type !== 'DocumentSplit') throw new Error('no split')
  return event.data
}
const split = async (run: LinkedRun, ...recordIds: readonly string[]) =>
  splitOf(await run.dedup({ split: { commandId: 'c1', documentId: 'D1', records: recordIds.map((id) => `library:${id}`) } }))

/** D1 of r1, r2 and r3, which are one work; D2 of r4. */
const three = async () => {
  const run = new LinkedRun()
  await run.round({
    S1: [reef('r1', { ids: { doi: '10.5555/a' } }), libraryRecord('r4')],
    S2: [reef('r2', { citedByCount: 7 }), reef('r3', { venue: 'Reef Letters' })],
  })
  expect(run.documents).toEqual(['D1: r1 r2 r3', 'D2: r4'])
  return run
}

describe('a split', () => {
  it('records that leave make a new document, each with the features of its own', async () => {
    const run = await three()
    const data = await split(run, 'r2')
    expect(data).toMatchObject({
      part: 1,
      parts: 1,
      commandId: 'c1',
      documentId: 'D1',
      features: { citations: null, hasDoi: true, hasVenue: true },
      into: [{ documentId: 'D3', isNew: true, records: ['library:r2'], features: { citations: 7, hasDoi: false, hasVenue: false } }],
    })
    expect(run.documents).toEqual(['D1: r1 r3', 'D2: r4', 'D3: r2'])
    expect(run.state.documents.D3?.foundBy).toEqual(['S2'])
  })
  it('records that leave together stay one work where they are one', async () => {
    const run = await three()
    await split(run, 'r2', 'r3')
    expect(run.documents).toEqual(['D1: r1', 'D2: r4', 'D3: r2 r3'])
  })
  it('records that leave and are not one work become a document each, numbered', async () => {
    const run = new LinkedRun()
    const [a, b] = [{ doi: '10.5555/a' }, { pmid: '7' }]
    await run.round({
      S1: [reef('r1', { ids: { ...a, ...b } }), reef('r2', { ids: a }), reef('r3', { title: 'Riffwachstum unter Lampen', ids: b })],
    })
    expect(run.documents).toEqual(['D1: r1 r2 r3'])
    await split(run, 'r2', 'r3')
    expect(run.documents).toEqual(['D1: r1', 'D2: r2', 'D3: r3'])
  })
  it('what left never joins again, also when it is found again or through another record', async () => {
    const run = await three()
    await split(run, 'r2')
    await run.round({ S3: [reef('r2', { citedByCount: 7 }), reef('r5', { ids: { doi: '10.5555/a' } })] })
    expect(run.documents).toEqual(['D1: r1 r3 r5', 'D2: r4', 'D3: r2'])
    expect(run.state.documents.D3?.foundBy).toEqual(['S2', 'S3'])
  })
  it.each([
    { name: 'nothing', records: [] },
    { name: 'records of another document', records: ['r4'] },
    { name: 'everything', records: ['r1', 'r2', 'r3'] },
  ])('that takes $name changes nothing and ends its work', async ({ records }) => {
    const run = await three()
    expect((await split(run, ...records)).into).toEqual([])
    expect(run.documents).toEqual(['D1: r1 r2 r3', 'D2: r4'])
    expect(run.state.apart).toEqual([])
    expect(Object.values(run.state.work).every(({ status }) => status === 'done')).toBe(true)
  })
  it('of a document that was joined meanwhile is one of its survivor', async () => {
    const run = new LinkedRun()
    await run.round({
      S1: [
        reef('r1', { ids: { doi: '10.5555/a' } }),
        libraryRecord('r2', { title: 'Riffwachstum', authors: ['Osei, K'], ids: { pmid: '1' } }),
      ],
    })
    await run.round({ S2: [reef('r5', { ids: { doi: '10.5555/a', pmid: '1' } })] })
    expect(run.state.aliases).toEqual({ D2: 'D1' })
    const data = splitOf(await run.dedup({ split: { commandId: 'c', documentId: 'D2', records: ['library:r2'] } }))
    expect(data.documentId).toBe('D1')
    expect(run.documents).toEqual(['D1: r1 r5', 'D3: r2'])
  })
  it('evidence goes home with its record', async () => {
    const run = await three()
    const read = {
      workId: 'read:D1:1:queue',
      documentId: 'D1',
      subquestionIds: ['RQ1'],
      firstEvidence: 1,
      score: 1,
      lambda: 1,
      parts: { R: 1, C: 0, T: 0, Q: 0, M: 0, P: 0, N: 0 },
    }
    run.history.add('ReadingAllocated', { iteration: 1, phase: 'queue', entries: [read], reserve: {} }).add('EvidenceExtracted', {
      workId: read.workId,
      documentId: 'D1',
      recordId: 'library:r2',
      items: [
        {
          evidenceId: 'D1.e1',
          subquestionId: 'RQ1',
          claim: 'It grows.',
          quote: '',
          quoteCheck: 'short',
          location: { section: 'Abstract' },
          support: 'supports',
          strength: 0.3,
        },
      ],
      depth: 'abstract',
      textHash: '0'.repeat(64),
      addressedToModel: [],
      reader: 'words',
      degraded: [],
    })
    const owners = () => usableEvidence(run.state).map(({ evidenceId, documentId }) => `${evidenceId} of ${documentId}`)
    expect(owners()).toEqual(['D1.e1 of D1'])
    await split(run, 'r2')
    expect(owners()).toEqual(['D1.e1 of D3'])
  })
  it('a notice stays with the work it is about', async () => {
    const run = new LinkedRun()
    const notice = libraryRecord('r9', {
      type: 'notice',
      title: 'About it',
      notices: [{ kind: 'retraction', direction: 'of', doi: '10.5555/a', from: 'test' }],
    })
    await run.round({ S1: [reef('r1', { ids: { doi: '10.5555/a' } }), reef('r2'), notice] })
    expect(run.state.documents.D1?.editorial).toBe('retracted')
    const data = await split(run, 'r2')
    expect([data.features.editorial, data.into[0]?.features.editorial]).toEqual(['retracted', 'ok'])
  })
  it('of an unknown document is a broken invariant', async () => {
    await expect(new LinkedRun().dedup({ split: { commandId: 'c', documentId: 'D1', records: ['library:r1'] } })).rejects.toThrow(
      'D1 has no records',
    )
  })
})
