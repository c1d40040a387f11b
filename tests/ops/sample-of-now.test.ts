import { sql } from 'kysely'
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { createSample } from '../../server/src/ops/sample/create-sample.ts'
import { OPERATOR } from '../../server/src/ops/operations/operate.ts'
import { SAMPLE_WORKSPACE_ID } from '../../server/src/workspaces/workspaces.ts'
import { useImageFolder } from '../given/use-image-folder.ts'
import { useOwnService } from '../given/service.ts'

const { images } = useImageFolder()
const service = useOwnService({ images })

beforeAll(() => createSample({ ...service.context, actor: OPERATOR }))

test('each product of the sample has a picture that is sharp at 320 pixels on a screen of two', async () => {
  const { rows } = await sql<{ digest: string | null }>`
    select i.digest from product p
    left join product_picture i on i.workspace_id = ${SAMPLE_WORKSPACE_ID} and i.product_id = p.id and i.place = 0
    where p.workspace_id = ${SAMPLE_WORKSPACE_ID}`.execute(service.context.db)
  const digests = [...new Set(rows.map(({ digest }) => digest))]
  expect(digests.length).toBeGreaterThan(100)
  for (const size of [320, 640]) {
    for (const digest of digests) {
      const answer = await fetch(`${service.url}/images/${digest}-${size}.webp`)
      expect((await sharp(await answer.arrayBuffer()).metadata()).width).toBe(size)
    }
  }
})

test('its last orders are of the last days, and its scheduled price changes are yet to come', async () => {
  const { db, clock } = service.context
  const orders = await db
    .selectFrom('sales_order')
    .select('placed_at')
    .where('workspace_id', '=', SAMPLE_WORKSPACE_ID)
    .orderBy('placed_at', 'desc')
    .execute()
  const ages = orders.map(({ placed_at }) => (clock().getTime() - placed_at.getTime()) / 86_400_000)
  expect(ages[0]).toBeGreaterThan(0)
  expect(ages[3]).toBeLessThan(4)
  expect(ages.at(-1)).toBeGreaterThan(330)
  const scheduled = await db
    .selectFrom('price_change')
    .select('scheduled_for')
    .where('workspace_id', '=', SAMPLE_WORKSPACE_ID)
    .where('status', '=', 'scheduled')
    .execute()
  expect(scheduled).toHaveLength(2)
  for (const { scheduled_for } of scheduled) expect(scheduled_for!.getTime()).toBeGreaterThan(clock().getTime())
})
