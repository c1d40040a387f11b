import type { OpenAPIV3_1 } from 'openapi-types'
import { openApiDocuments } from '../../openapi-document.ts'
import type { Attack } from '../attacker.ts'
import { ACCOUNT_CASES } from './account.ts'
import type { Cases } from './case.ts'
import { LAST_CASES, PRICE_CHANGE_CASES, PRODUCT_CASES } from './catalogue.ts'
import { CONSOLE_CASES, CUSTOMER_CASES } from './console.ts'
import { PRICE_GROUP_CASES } from './price-groups.ts'
import { PORTAL_CASES } from './portal.ts'
import { PUBLIC_CASES } from './public.ts'

const PAGE_CASES = {
  ...ACCOUNT_CASES,
  ...CONSOLE_CASES,
  ...PRODUCT_CASES,
  ...CUSTOMER_CASES,
  ...PRICE_GROUP_CASES,
  ...PRICE_CHANGE_CASES,
  ...PORTAL_CASES,
  ...LAST_CASES,
}

type Walked = {
  attacks: Attack[]
  /** Operations without a case, and cases without an operation. */
  unmatched: string[]
}

/**
 * Every operation of both documents with its worst legal call, in the order of the cases: those that delete come last.
 */
export async function walkDocuments(): Promise<Walked> {
  const { api, pages } = await openApiDocuments()
  const walked = [walk('api', api, PUBLIC_CASES), walk('pages', pages, PAGE_CASES)]
  return {
    attacks: walked.flatMap(({ attacks }) => attacks),
    unmatched: walked.flatMap(({ unmatched }) => unmatched),
  }
}

function walk(name: string, document: OpenAPIV3_1.Document, cases: Cases): Walked {
  const operations = new Map(
    Object.entries(document.paths!).flatMap(([path, item]) =>
      Object.entries(item as Record<string, OpenAPIV3_1.OperationObject>).map(
        ([method, { operationId }]) => [operationId!, { path, method: method.toUpperCase() }] as const,
      ),
    ),
  )
  const attacks = Object.entries(cases).flatMap(([id, made]) => {
    const operation = operations.get(id)
    return operation ? [{ ...operation, id: `${name} ${id}`, case: made }] : []
  })
  const ids = new Set([...operations.keys(), ...Object.keys(cases)])
  const unmatched = [...ids].filter((id) => !operations.has(id) || !cases[id]).map((id) => `${name} ${id}`)
  return { attacks, unmatched }
}
