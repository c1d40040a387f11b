import type { FastifyPluginAsyncZod } from '@fastify/type-provider-zod'

/** Registers the routes of a resource, with what their schemas tell of types. */
export type RoutePlugin = FastifyPluginAsyncZod
