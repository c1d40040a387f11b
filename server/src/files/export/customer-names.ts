import type { WorkspaceContext } from '../../context.ts'
import type { CustomerRef } from '../../customers/find-customer.ts'
import { resolveCustomers } from '../../customers/resolve-customers.ts'

/**
 * What an import finds each customer by: its account code, else its name; its id where those mean another customer,
 * too.
 */
export async function unmistakableNames(
  context: WorkspaceContext,
  customers: readonly CustomerRef[],
): Promise<Map<string, string>> {
  const texts = customers.map(({ accountCode, name }) => accountCode ?? name)
  const meant = await resolveCustomers(context, texts)
  return new Map(
    customers.map(({ id }, i): [string, string] => {
      const found = meant.get(texts[i]!)
      return [id, found !== 'several' && found?.id === id ? texts[i]! : id]
    }),
  )
}
