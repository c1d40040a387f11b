/**
 * What anybody would write first: a product by its id through Fastify, and a page of seven columns through `node:http`,
 * each by the driver as it comes. It tells how fast the machine is, in the terms in which the targets were set.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fastify } from 'fastify'
import postgres from 'postgres'

export type Yardstick = { url: string; connections: number; workspaceId: string; ids: string[] }
export type Addresses = { product: AddressInfo; list: AddressInfo }

const COLUMNS = 'id, sku, name, brand_id, category_id, availability, list_price'

process.once('message', async ({ url, connections, workspaceId, ids }: Yardstick) => {
  const sql = postgres(url, { max: connections, fetch_types: false })
  const columns = sql.unsafe(COLUMNS)
  const anyId = () => ids[Math.floor(Math.random() * ids.length)]!

  const app = fastify()
  app.get('/', async () => {
    const [row] = await sql`select ${columns} from product where workspace_id = ${workspaceId} and id = ${anyId()}`
    return row
  })
  await app.listen({ port: 0, host: '127.0.0.1' })

  const list = createServer(async (_request, response) => {
    const rows = await sql`
      select ${columns} from product where workspace_id = ${workspaceId} and id > ${anyId()} order by workspace_id, id limit 50`
    const body = JSON.stringify(rows)
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) })
    response.end(body)
  })
  list.listen(0, '127.0.0.1', () => {
    process.send!({ product: app.server.address(), list: list.address() } as Addresses)
  })
})
// It ends with the bench, however that ends.
process.once('disconnect', () => process.exit())
