import { operation as described } from '../../http/operation.ts'
import type { Parts } from '../../http/operation.ts'
import type { Right } from '../../shared/rights.ts'

export type { RoutePlugin } from '../../http/operation.ts'

/** Every operation of the console names the right that it needs. Of several, one suffices: the handler asks for it. */
type ConsoleParts = Parts & { right: Right | readonly Right[] }

/** The options of a route of the console, as `operation` of `http/operation.ts` makes them. */
export function operation<P extends ConsoleParts>(operationId: string, summary: string, parts: P) {
  return described(operationId, summary, parts)
}

/** The same for the routes of a resource, which have one tag. */
export function operationsOf(tag: string) {
  return <P extends ConsoleParts>(operationId: string, summary: string, parts: P) =>
    described(operationId, summary, { ...parts, tags: [tag] })
}
