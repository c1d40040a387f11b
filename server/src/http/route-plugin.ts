import type { FastifyPluginAsyncZod } from '@fastify/type-provider-zod'

/** Registers the routes of a resource, with types from their schemas. */
export type RoutePlugin = FastifyPluginAsyncZod
