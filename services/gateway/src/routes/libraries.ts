import type { Readable } from 'node:stream'
import { libraryReply } from '@winnow/contracts/api/library-reply.ts'
import { readLibraries, storeLibrary } from '@winnow/runs/import-library.ts'
import { z } from 'zod'
import { uploadName } from '../core/upload-name.ts'
import { callerOf, type Gateway, type GatewayContext } from '../gateway-context.ts'
import { HttpProblem } from '../http-problem.ts'
import { refuseTooLarge, withUpload } from '../libraries/receive-upload.ts'
import { rememberUpload } from '../libraries/uploaded-libraries.ts'
import { problems } from './route-schemas.ts'

/** Packed files may unpack to so many times the size of an upload (our reading: text packs to about a quarter). */
const unpacking = 4

/** Libraries: a file is uploaded once and named by its hash in requests for runs. */
export function registerLibraries(app: Gateway, context: GatewayContext): void {
  const { uploadBytes } = context.limits
  // Whatever the file is, it comes as it is.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, body, done) => done(null, body))
  app.route({
    method: 'POST',
    url: '/v1/libraries',
    config: { role: 'researcher' },
    schema: {
      operationId: 'postLibrary',
      tags: ['libraries'],
      summary: 'Upload a file of references or a PDF (BibTeX, RIS, CSL-JSON, nbib, CSV, JSONL, EndNote XML)',
      querystring: z.object({ name: z.string().optional().describe('The name of the file') }),
      consumes: ['application/octet-stream'],
      body: z.any().meta({ type: 'string', format: 'binary' }),
      response: { 201: libraryReply, ...problems },
    },
    handler: async (request, reply) => {
      const { workspaceId } = callerOf(request)
      const name = uploadName(request.query.name)
      if (name === null) throw new HttpProblem(400, 'The name of the file is too long: at most 200 bytes.')
      const body = request.body as Readable | undefined | null
      if (body === undefined || body === null) throw new HttpProblem(400, 'The body is empty: send the file as it is.')
      await refuseTooLarge(body, Number(request.headers['content-length'] ?? 0), uploadBytes)
      const limits = { maxFileBytes: unpacking * uploadBytes }
      const library = await withUpload(body, { name, maxBytes: uploadBytes }, (path) => readLibraries([path], limits))
      const imported = await storeLibrary(library, context.blobs)
      await rememberUpload(context.pool, workspaceId, { hash: imported.hash, name, imported }, context.now())
      const { hash, records, problems: faults, problemCount } = imported
      return reply.code(201).send({ hash, name, records, problems: faults, problemCount })
    },
  })
}
