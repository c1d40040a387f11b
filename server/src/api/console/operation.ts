import { operation as described } from '../../http/operation.ts'
import type { Own, Parts } from '../../http/operation.ts'
import type { FastifyRequest } from 'fastify'
import { requireOwn } from '../../orders/require-own.ts'
import type { NamedKind } from '../../orders/require-own.ts'
import type { RightBeyondOwn, Right } from '../../shared/rights.ts'

export type { RoutePlugin } from '../../http/operation.ts'

/**
 * Every operation of the console names the right that it needs. Of several, one suffices: the handler asks for it. Where
 * the right is left to members who are held, it says how it keeps them to own customers; all others refuse them.
 */
type ConsoleParts = Parts &
  ({ right: Right | readonly Right[]; own: Own } | { right: RightBeyondOwn | readonly RightBeyondOwn[]; own?: never })

/** The options of a route of the console, as `operation` of `http/operation.ts` makes them. */
export function operation<P extends ConsoleParts>(operationId: string, summary: string, parts: P) {
  return described(operationId, summary, parts)
}

/** The same for the routes of a resource, which have one tag. */
export function operationsOf(tag: string) {
  return <P extends ConsoleParts>(operationId: string, summary: string, parts: P) =>
    described(operationId, summary, { ...parts, tags: [tag] })
}

/** The same for a resource that tells of more than own customers: all its operations refuse who is held to these. */
export function operationsBeyondOwn(tag: string) {
  return <P extends Omit<Parts, 'own'> & Pick<ConsoleParts, 'right'>>(operationId: string, summary: string, parts: P) =>
    described(operationId, summary, { ...parts, own: 'refused', tags: [tag] })
}

/** What an operation says whose parameter `id` is that of a customer, an order or a quote. */
export const OF_CUSTOMER = { customer: 'params.id' } as const
export const OF_ORDER = { order: 'params.id' } as const
export const OF_QUOTE = { quote: 'params.id' } as const

/**
 * Keeps a member who is held to own customers to them, where the input names something: before the handler, and again in
 * the transaction of a write.
 */
export async function keepToOwn(request: FastifyRequest): Promise<void> {
  const { workspace, routeOptions } = request
  const { own } = routeOptions.config
  if (workspace.heldTo === undefined || typeof own !== 'object') return
  const named = Object.entries(own).flatMap(([kind, path]) =>
    valuesAt(request, path.split('.')).map((ref) => ({ kind: kind as NamedKind, ref })),
  )
  const check = async (context: typeof workspace) => {
    for (const { kind, ref } of named) await requireOwn(context, kind, ref)
  }
  await check(workspace)
  const { holdAccess } = workspace
  if (!holdAccess) return
  request.workspace = {
    ...workspace,
    holdAccess: async (trx) => {
      await holdAccess(trx)
      await check({ ...workspace, db: trx })
    },
  }
}

/** The texts at a path; in a list, those of each entry. */
function valuesAt(value: unknown, path: readonly string[]): string[] {
  if (Array.isArray(value)) return value.flatMap((entry) => valuesAt(entry, path))
  if (path.length === 0) return typeof value === 'string' ? [value] : []
  if (typeof value !== 'object' || value === null) return []
  return valuesAt((value as Record<string, unknown>)[path[0]!], path.slice(1))
}
