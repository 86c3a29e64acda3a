import { sha256 } from '@winnow/contracts/ids.ts'
import { htmlReportPolicy } from '@winnow/report/html.ts'
import { z } from 'zod'
import { callerOf, type Gateway, type GatewayContext } from '../gateway-context.ts'
import { HttpProblem } from '../http-problem.ts'
import { requireRun } from '../run-access.ts'
import { file, problems, runParams } from './route-schemas.ts'

const files = [
  { name: 'report.md', format: 'md', type: 'text/markdown', operationId: 'getReportMarkdown' },
  { name: 'report.html', format: 'html', type: 'text/html', operationId: 'getReportHtml' },
  { name: 'report.json', format: 'json', type: 'application/json', operationId: 'getReportJson' },
  { name: 'bibliography.bib', format: 'bibtex', type: 'application/x-bibtex', operationId: 'getBibliographyBibtex' },
  { name: 'bibliography.ris', format: 'ris', type: 'application/x-research-info-systems', operationId: 'getBibliographyRis' },
  { name: 'bibliography.json', format: 'csl', type: 'application/vnd.citationstyles.csl+json', operationId: 'getBibliographyCsl' },
] as const

/** The report and the bibliography of a run, and the larger texts that its events name. */
export function registerRunFiles(app: Gateway, context: GatewayContext): void {
  for (const { name, format, type, operationId } of files)
    app.route({
      method: 'GET',
      url: `/v1/runs/:runId/${name}`,
      config: { role: 'viewer' },
      schema: {
        operationId,
        tags: ['runs'],
        summary: name.startsWith('report') ? 'The report, once it is written' : 'What the report cites, as a bibliography',
        params: z.object({ runId: runParams.shape.runId }),
        response: file(name, type),
      },
      handler: async (request, reply) => {
        const { workspaceId } = callerOf(request)
        const { runId } = request.params
        const text = await context.folds.text(runId, await requireRun(context, workspaceId, runId), format)
        if (text === null)
          throw new HttpProblem(404, `The report of run ${runId} is not written: GET /v1/runs/${runId} tells how it stands.`)
        if (format === 'html') reply.header('content-security-policy', htmlReportPolicy)
        return reply.type(`${type}; charset=utf-8`).send(text)
      },
    })
  app.route({
    method: 'GET',
    url: '/v1/runs/:runId/blobs/:sha256',
    config: { role: 'viewer' },
    schema: {
      operationId: 'getBlob',
      tags: ['runs'],
      summary: 'A text that events of the run name by its SHA-256: the report, a long abstract, a full text, a library',
      params: runParams.extend({ sha256 }),
      response: {
        200: {
          description: 'The bytes',
          content: { 'application/octet-stream': { schema: z.any().meta({ type: 'string', format: 'binary' }) } },
        },
        ...problems,
      },
    },
    handler: async (request, reply) => {
      const { workspaceId } = callerOf(request)
      const { runId, sha256: hash } = request.params
      const named = await context.folds.names(runId, await requireRun(context, workspaceId, runId), hash)
      const bytes = named ? await context.blobs.get(hash) : null
      if (bytes === null) throw new HttpProblem(404, 'The events of this run name no such text.')
      return reply.type('application/octet-stream').header('content-disposition', 'attachment').send(Buffer.from(bytes))
    },
  })
}
