import type { TestService } from './service.ts'
import { callAppApi, FROM_PAGE } from './app-api-calls.ts'
import { givenSignedInBuyer } from './buyer.ts'
import { done, givenCustomer, item, send } from './given.ts'

/** A SKU, maybe with other fields of the product. */
type Ware = string | Parameters<typeof item>[0]

/** A shop with these products, and what a buyer's pasted text or file is read as. */
export async function givenLineReader(service: TestService, products: readonly Ware[]) {
  const workspace = await service.workspace()
  const items = products
    .map((one) => (typeof one === 'string' ? { sku: one } : one!))
    .map((one) => item({ name: `Ware ${one['sku']}`, ...one }))
  for (let from = 0; from < items.length; from += 100) await send(workspace, items.slice(from, from + 100))
  const buyer = await givenSignedInBuyer(service, workspace, await givenCustomer(workspace))
  const read = (text: string, columns?: object) => done(buyer.post('/lines/read', { text, columns }))
  const upload = (body: string | Buffer) =>
    callAppApi(service, buyer.token, 'POST', `/portal/${buyer.slug}/lines/file`, {
      headers: FROM_PAGE,
      body: body as string,
    })
  return { workspace, buyer, read, upload }
}

/** "2: 12 of PL-1", and problems: "3: qty? PL-1 (1 of PL-1 or 6 of PL-1)". */
export const inWords = ({ lines }: any): string =>
  lines
    .map(({ row, sku, qty, problem, choices }: any) =>
      problem
        ? `${row}: ${problem.field}? ${sku} (${choices.map((one: any) => `${one.qty ?? '-'} of ${one.sku}`).join(' or ')})`
        : `${row}: ${qty} of ${sku}`,
    )
    .join(', ')
