import type { FastifyInstance } from 'fastify'

/** Adds hooks to a scope. Scopes that are given the same hooks count against the same limits. */
export type AddHooks = (app: FastifyInstance) => void
