import { expect, test } from 'vitest'
import { updateProduct } from '../../server/src/catalogue/edit-product.ts'
import { sweepImages } from '../../server/src/catalogue/images/store-image.ts'
import { useImageHost } from '../given/image-host.ts'
import { picture } from '../given/picture-files.ts'
import { useCopier } from '../given/use-copier.ts'
import { useImageFolder } from '../given/use-image-folder.ts'
import { useOwnService } from '../given/service.ts'
import { givenSignedInBuyer } from '../given/buyer.ts'
import { givenColours, givenPictures, upload } from '../given/pictures.ts'
import { expectDone, givenCustomer, item, send } from '../given/given.ts'

const { images } = useImageFolder()
const service = useOwnService({ images })
const host = useImageHost()
const copier = useCopier(service, host)

test('several pictures are moved and removed, and brought back', async () => {
  const { workspace, staff, id, path, digests, set } = await givenColours(service, '#c33', '#3c3', '#33c')
  const customer = await givenCustomer(workspace)
  const buyer = await givenSignedInBuyer(service, workspace, customer)
  const first = await digests()
  expect(first).toHaveLength(3)
  const moved = first.toReversed()
  expectDone(await set(moved))
  expect(await digests()).toEqual(moved)
  expect((await staff.get('/products')).body.data[0].image).toBe(`/images/${moved[0]}-320.webp`)
  const { image, pictures } = (await buyer.get(`/products/${id}`)).body.data
  expect(pictures.map(({ small }: { small: string }) => small)).toEqual(
    moved.map((digest) => `/images/${digest}-320.webp`),
  )
  expect(image).toEqual(pictures[0])
  expectDone(await set([]))
  expect((await staff.get(path)).body.data).toMatchObject({ status: 'removed', pictures: [] })
  expectDone(await set(moved, []))
  expect(await digests()).toEqual(moved)
  const told = (await staff.get('/activity')).body.data.slice(0, 3)
  expect(told.map(({ changes }: { changes: object }) => changes)).toEqual([
    { pictures: { from: null, to: '3 pictures' } },
    { pictures: { from: '3 pictures', to: null } },
    { pictures: { from: '3 pictures', to: '3 pictures, in another order' } },
  ])
})

test('a copy of a new URL replaces the first picture, and is there once', async () => {
  const { workspace, digests, set } = await givenColours(service, '#c33', '#3c3')
  const [first, second] = await digests()
  const sync = async (url: string) => {
    await send(workspace, [item({ imageUrl: url })])
    await copier.copy(workspace)
  }
  await sync(host.put('/new.png', await picture('png', { background: '#33c' })))
  const [copied, ...others] = await digests()
  expect([copied === first, others]).toEqual([false, [second]])
  await sync(host.put('/same.png', await picture('png', { background: '#3c3' })))
  expect(await digests()).toEqual([second])
  expectDone(await set([]))
})

test('nothing is changed unseen, added twice, or beyond the most', async () => {
  const { add, digests, set } = await givenColours(service, '#c33', '#3c3')
  const [first, second] = (await digests()) as [string, string]
  expectDone(await add('#c33'))
  expect(await digests()).toEqual([first, second])
  expect((await set([second], [second, first])).status).toBe(409)
  expectDone(await set([second]))
  const replaced = await add('#33c', `?replaces=${first}`)
  expect([replaced.status, replaced.body.error.message]).toEqual([
    409,
    'The pictures of this product were changed meanwhile. Look at them, and try again.',
  ])
  for (let i = 1; i < 12; i++) expectDone(await add(`#0${i.toString(16)}0`))
  const tooMany = await add('#fff')
  expect(tooMany.body.error.issues).toEqual([
    { path: 'image', message: '"DEN-1042" has 12 pictures, as many as there can be. Remove one first.' },
  ])
  const unknown = await set(['f'.repeat(32)])
  expect([unknown.status, unknown.body.error.message]).toEqual([
    404,
    'This picture is no longer stored. Upload it again.',
  ])
})

test('a picture of another workspace cannot be taken by its name', async () => {
  const theirs = await givenColours(service, '#c33')
  const { staff, set } = await givenPictures(service)
  expect((await set(await theirs.digests())).status).toBe(404)
  expect((await staff.get(theirs.path)).status).toBe(404)
  expect((await staff.put(theirs.path, { pictures: [], seen: [] })).status).toBe(404)
  expect((await upload(service, staff, theirs.path, await picture())).status).toBe(404)
})

test('every picture of a product stays while it has it', async () => {
  const { workspace, set, digests } = await givenColours(service, '#c33', '#3c3')
  const context = { ...service.context, clock: () => new Date(service.time.now.getTime() + 30 * 86_400_000) }
  const [first] = (await digests()) as [string, string]
  expect(await sweepImages(context, images, workspace.id)).toBe(0)
  expectDone(await set([first]))
  await sweepImages(service.context, images, workspace.id)
  expect(await sweepImages(context, images, workspace.id)).toBe(1)
  expect(await digests()).toEqual([first])
})

test('lines show the picture of a product as long as the buyer sees it', async () => {
  const { workspace, add, digests } = await givenPictures(service, { category: 'Plates' })
  const buyer = await givenSignedInBuyer(service, workspace, await givenCustomer(workspace))
  const line = [{ sku: 'DEN-1042', qty: 1 }]
  const inBasket = async () => (await buyer.get('/basket')).body.data.lines[0].picture
  const checked = async () => (await buyer.post('/lines/check', { lines: line })).body.data[0].picture
  expectDone(await buyer.post('/basket/lines', { lines: line }))
  const without = { categoryId: expect.any(String), image: null }
  expect([await inBasket(), await checked()]).toEqual([without, without])
  expectDone(await add('#c33'))
  const image = expect.objectContaining({ small: `/images/${(await digests())[0]}-320.webp` })
  expect([await inBasket(), await checked()]).toEqual([
    { ...without, image },
    { ...without, image },
  ])
  const { token, lines } = (await buyer.get('/basket')).body.data
  const placing = lines.map(({ productId, qty, price }: any) => ({ productId, qty, unit: price.unit }))
  const { id } = (await buyer.post('/basket/order', { token, lines: placing })).body.data
  const ordered = async () => (await buyer.get(`/orders/${id}`)).body.data.lines[0].picture
  expect(await ordered()).toEqual({ ...without, image })
  expectDone(await buyer.post('/basket/lines', { lines: line }))
  await updateProduct(workspace.context, { sku: 'DEN-1042', active: false })
  expect([await inBasket(), await checked(), await ordered()]).toEqual([null, null, null])
})

test('files are matched with products by their names, before anything is uploaded', async () => {
  const { workspace, staff, add, digests } = await givenColours(service, '#c33')
  const skus = ['HOL-1042', 'HOL-1042-2', 'A/12', 'A.12', 'ÉTÉ 7', '0077']
  await send(
    workspace,
    skus.map((sku) => item({ sku, name: `Product ${sku}` })),
  )
  const match = async (...fileNames: string[]) => {
    const { data } = (await staff.post('/pictures/match', { fileNames })).body
    return data.map(({ product, place, replaces, problem }: any) =>
      problem === null ? [product.sku, place, replaces?.digest ?? null] : problem,
    )
  }
  expect(await match('den-1042.JPG', 'DEN-1042-2.jpg', 'den1042 (3).png', 'DEN_1042.png')).toEqual([
    ['DEN-1042', 1, (await digests())[0]],
    ['DEN-1042', 2, null],
    ['DEN-1042', 3, null],
    '"den-1042.JPG" is picture 1 of this product already.',
  ])
  expect(await match('HOL-1042.jpg', 'HOL-1042-2.jpg', 'HOL-1042-3.jpg', 'hol1042_04.jpg')).toEqual([
    ['HOL-1042', 1, null],
    ['HOL-1042-2', 1, null],
    ['HOL-1042', 3, null],
    ['HOL-1042', 4, null],
  ])
  expect(await match('A12.jpg', 'A.12.jpg', 'E\u0301TE\u0301_7.jpg', '77.jpg', 'logo.jpg', '.DS_Store')).toEqual([
    expect.stringMatching(/^It may mean "A[/.]12" or "A[/.]12"\. Rename the file to the whole SKU\.$/),
    ['A.12', 1, null],
    ['ÉTÉ 7', 1, null],
    ['0077', 1, null],
    'No product has this SKU.',
    'No product has this SKU.',
  ])
  expectDone(await add('#3c3'))
  expect(await match('DEN-1042-2.jpg')).toEqual([['DEN-1042', 2, (await digests())[1]]])
  expect((await staff.post('/pictures/match', { fileNames: Array(501).fill('a') })).body.error.issues).toEqual([
    { path: 'fileNames', message: 'Must have 1 to 500 entries, and has 501.' },
  ])
})
