import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import { version } from '@winnow/runs/version.ts'
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { Gateway } from './gateway-context.ts'

const description = `Research runs over HTTP. Every route but those of health needs a key: \`Authorization: Bearer <key>\`. A key belongs
to a workspace and has a role: a viewer may read, a researcher may also start and steer runs, an admin may also manage keys. A question is
answered at length by POST /run, which streams, and POST /evaluate, which waits; a server may be set up to need no key for these two.
Errors are application/problem+json. A POST with an \`Idempotency-Key\` may be repeated.`

/** Describes all routes that are registered after it as OpenAPI 3.1, at /openapi.json and as a page at /docs. */
export async function describeRoutes(app: Gateway): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Winnow', description, version, license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
      tags: [
        { name: 'runs', description: 'Research runs' },
        { name: 'answers', description: 'Questions answered at length' },
        { name: 'libraries', description: 'Files of references and papers' },
        { name: 'keys', description: 'Keys of this interface' },
        { name: 'health', description: 'For whoever operates it' },
      ],
      components: { securitySchemes: { key: { type: 'http', scheme: 'bearer', description: 'A key that `winnow keys create` made' } } },
      security: [{ key: [] }],
    },
    transform: jsonSchemaTransform,
    transformObject: jsonSchemaTransformObject,
  })
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    staticCSP: true,
    // The server may be without TLS, and the page needs nothing from elsewhere.
    transformStaticCSP: (policy) => policy.replace(/ ?upgrade-insecure-requests;?/, '').replace(' validator.swagger.io', ''),
  })
  app.route({
    method: 'GET',
    url: '/openapi.json',
    schema: {
      operationId: 'openapi',
      tags: ['health'],
      summary: 'This document',
      security: [],
      response: { 200: z.looseObject({ openapi: z.string() }) },
    },
    handler: async () => ({ ...app.swagger(), openapi: '3.1.0' }),
  })
}
