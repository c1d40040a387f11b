import { beforeAll, expect, test } from 'vitest'
import { drawPictures } from '../../server/src/sample/draw-pictures.ts'
import { createSample } from '../../server/src/sample/create-sample.ts'
import { setPictures } from '../../server/src/catalogue/change-pictures.ts'
import { OPERATOR } from '../../server/src/operator/run-as-operator.ts'
import { SAMPLE_WORKSPACE_ID } from '../../server/src/workspaces/sample-workspace.ts'
import { useImageFolder } from '../images/use-image-folder.ts'
import { useOwnService } from '../service.ts'

const service = useOwnService()
const { images } = useImageFolder()
const draw = (signal = new AbortController().signal) => drawPictures({ ...service.context, images }, signal)

beforeAll(() => createSample({ ...service.context, actor: OPERATOR }))

async function products(): Promise<{ id: string; sku: string; digest: string | null }[]> {
  return service.context.db
    .selectFrom('product as p')
    .leftJoin('product_picture as i', (join) =>
      join.on('i.workspace_id', '=', SAMPLE_WORKSPACE_ID).onRef('i.product_id', '=', 'p.id'),
    )
    .select(['p.id', 'p.sku', 'i.digest'])
    .where('p.workspace_id', '=', SAMPLE_WORKSPACE_ID)
    .execute()
}

test('each product of the sample gets a picture, also where the first start was cut off', async () => {
  expect(await draw(AbortSignal.abort())).toBe(0)
  const drawn = await draw()
  expect(drawn).toBeGreaterThan(100)
  const found = await products()
  expect(found.filter(({ digest }) => digest === null)).toEqual([])
  const digest = (sku: string) => found.find((product) => product.sku === sku)!.digest
  // Sizes share a picture, colours and kinds do not.
  expect(digest('AM-CP21-AZ')).toBe(digest('AM-CP27-AZ'))
  expect(new Set(found.map((product) => product.digest)).size).toBe(drawn)
  expect(digest('AM-CP27-SG')).not.toBe(digest('AM-CP27-AZ'))
  expect(await images.store.has(digest('KT-FP24')!, 320)).toBe(true)
})

test('a picture that staff took away is not drawn again', async () => {
  await draw()
  const { id, digest } = (await products()).find(({ sku }) => sku === 'KT-FP28')!
  const context = { ...service.context, workspaceId: SAMPLE_WORKSPACE_ID, actor: OPERATOR }
  await setPictures(context, { id, pictures: [], seen: [digest!] })
  expect(await draw()).toBe(0)
})
