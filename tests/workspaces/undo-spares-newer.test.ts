import { expect, test } from 'vitest'
import { picture } from '../given/picture-files.ts'
import { useImageFolder } from '../given/use-image-folder.ts'
import { setDiscount } from '../../server/src/pricing/terms/discounts.ts'
import { useService } from '../given/service.ts'
import { done, expectDone, find, givenAgreedPrice, givenCustomer, givenPriceGroup, item, send } from '../given/given.ts'
import { givenSignedInBuyer } from '../given/buyer.ts'
import { newDraft } from '../given/draft.ts'
import { importingStaff } from '../given/import.ts'
import { place } from '../given/order.ts'
import { upload as sendPicture } from '../given/pictures.ts'

const { images } = useImageFolder()
const service = useService({ images })

/** A shop whose staff have imported a new product, and one that was there. */
async function imported() {
  const { workspace, staff, upload, act } = await importingStaff(service)
  const customerId = await givenCustomer(workspace, { accountCode: 'QUAY' })
  await send(workspace, [item({ sku: 'OLD', name: 'Old', brand: 'Denby' })])
  const { id } = await upload('new.csv', 'sku,name,price,unit,brand\nNEW,New,1.00,each,Lime\nOLD,Old,1.00,each,Lime\n')
  await act(id, 'check')
  await act(id, 'start')
  const buyer = await givenSignedInBuyer(service, workspace, customerId)
  const product = (await find(workspace, 'NEW')).id as string
  return { workspace, staff, upload, act, id, customerId, buyer, product }
}

type Imported = Awaited<ReturnType<typeof imported>>

const LINES = { lines: [{ sku: 'NEW', qty: 1 }] }

/** What becomes of the new product, and what the forecast says of it. */
const USES: Record<string, { says: string; act: (given: Imported) => Promise<unknown> }> = {
  'a picture': {
    says: 'NEW',
    act: async ({ staff, product }) => {
      const path = `/products/${product}/pictures`
      expectDone(await sendPicture(service, staff, path, await picture('png', { background: '#36c' })))
    },
  },
  'a line of a saved list': {
    says: 'NEW (on a saved list)',
    act: ({ buyer }) => done(buyer.post('/lists', { name: 'Weekly', shared: true, ...LINES })),
  },
  'a line of a basket': { says: 'NEW (in a basket)', act: ({ buyer }) => done(buyer.post('/basket/lines', LINES)) },
  'an order': { says: 'NEW (ordered)', act: ({ workspace }) => place(workspace, LINES) },
  'a price in a draft': {
    says: 'NEW (in a price change)',
    act: async ({ staff }) =>
      done(staff.post(`/price-changes/${await newDraft(staff)}/cells`, { cells: [{ sku: 'NEW', to: 500 }] })),
  },
  'an agreed price': {
    says: 'NEW (at an agreed price)',
    act: ({ workspace, customerId }) => givenAgreedPrice(workspace, customerId, 'NEW', { unit: 90 }),
  },
}

test.each(Object.keys(USES))(
  'a new product that got %s since is not deleted by an undo, which says so before',
  async (name) => {
    const { says, act: use } = USES[name]!
    const given = await imported()
    const { workspace, staff, id, act } = given
    expect(await done(staff.get(`/imports/${id}/undo`))).toMatchObject({ undoes: 2, leaves: 0 })
    await use(given)
    expect(await done(staff.get(`/imports/${id}/undo`))).toMatchObject({ undoes: 1, leaves: 1, examples: [says] })
    expect((await act(id, 'undo')).undone).toEqual({ restored: 1, removed: 0, left: 1 })
    expect(await find(workspace, 'NEW')).toMatchObject({ name: 'New' })
  },
)

test('an imported image that staff have replaced since stays replaced', async () => {
  const given = await imported()
  const { workspace, staff, upload, act } = given
  const { id } = await upload('images.csv', 'sku,imageUrl\nOLD,https://x.example/1.png\n')
  await act(id, 'check')
  await act(id, 'start')
  await USES['a picture']!.act({ ...given, product: (await find(workspace, 'OLD')).id })
  expect((await act(id, 'undo')).undone).toEqual({ restored: 0, removed: 0, left: 1 })
  expect((await done(staff.get(`/products/${(await find(workspace, 'OLD')).id}/pictures`))).pictures).toHaveLength(1)
})

/** Pastes an agreed price for OLD. Returns the id of the act. */
async function paste(staff: Imported['staff'], owner: string, price: string): Promise<string> {
  const path = `${owner}/agreed-prices/paste`
  const text = `OLD\t${price}\t1\t`
  const { version } = await done(staff.post(`${path}/check`, { text }))
  return (await done(staff.post(path, { text, version }))).undo
}

/** Acts that can be undone, each with what somebody changes away and back afterwards, and how to read it. */
const AWAY_AND_BACK: Record<
  string,
  (given: Imported) => Promise<{
    path: string
    importId?: string
    away: () => Promise<unknown>
    back: () => Promise<unknown>
    read: () => Promise<unknown>
  }>
> = {
  'a customer of an import': async (given) => {
    const { workspace, upload, act, customerId } = given
    const put = (paymentTermsDays: number) =>
      workspace.put('/customers', { customers: [{ accountCode: 'QUAY', name: 'Quay', paymentTermsDays }] })
    await put(14)
    const { id } = await upload('customers.csv', 'Account code,Name,Payment terms\nQUAY,Quay,30\n', 'customers')
    await act(id, 'check')
    await act(id, 'start')
    const read = async () => (await done(workspace.get(`/customers/${customerId}`))).paymentTermsDays
    return { path: `/imports/${id}/undo`, importId: id, away: () => put(60), back: () => put(30), read }
  },
  'a customer of an act on many': async ({ workspace, staff, customerId }) => {
    const set = async (value: number) =>
      done(
        staff.post('/customers/bulk', {
          customers: { ids: [customerId] },
          change: { field: 'paymentTermsDays', value },
        }),
      )
    const { undo } = await set(30)
    const read = async () => (await done(workspace.get(`/customers/${customerId}`))).paymentTermsDays
    return { path: `/edits/${undo}/undo`, away: () => set(60), back: () => set(30), read }
  },
  'a discount': async ({ workspace, upload, act, customerId }) => {
    const set = (discountBp: number) =>
      setDiscount(workspace.context, { customer: 'QUAY', on: { appliesTo: 'all' }, discountBp })
    await set(500)
    const { id } = await upload('d.csv', 'Customer,Applies to,Discount\nQUAY,Everything,10%\n', 'discounts')
    await act(id, 'check')
    await act(id, 'start')
    const read = async () =>
      (await done(workspace.get(`/customers/${customerId}`))).discountRules.map(({ discountBp }: any) => discountBp)
    return { path: `/imports/${id}/undo`, importId: id, away: () => set(2000), back: () => set(1000), read }
  },
  'an agreed price': async ({ workspace, staff, upload, act, customerId }) => {
    const set = (price: string) => paste(staff, `/customers/${customerId}`, price)
    await set('0.50')
    const { id } = await upload('a.csv', 'Customer,SKU,Price\nQUAY,OLD,0.80\n', 'agreed_prices')
    await act(id, 'check')
    await act(id, 'start')
    const read = async () =>
      (await done(workspace.get(`/customers/${customerId}`))).agreedPrices.map(({ unit }: any) => unit)
    return { path: `/imports/${id}/undo`, importId: id, away: () => set('0.90'), back: () => set('0.80'), read }
  },
  'an agreed price of a price group': async ({ workspace, staff }) => {
    const of = `/price-groups/${await givenPriceGroup(workspace, { name: 'Gold' })}`
    const set = (price: string) => paste(staff, of, price)
    await set('0.50')
    const undo = await set('0.80')
    const read = async () => {
      const prices = await done(staff.get(`${of}/agreed-prices`))
      return prices.map(({ unit }: { unit: number }) => unit)
    }
    return { path: `/edits/${undo}/undo`, away: () => set('0.90'), back: () => set('0.80'), read }
  },
}

test.each(Object.keys(AWAY_AND_BACK))('%s that was changed since, away and back, stays as it is now', async (name) => {
  const given = await imported()
  const { staff, act } = given
  const { path, importId, away, back, read } = await AWAY_AND_BACK[name]!(given)
  expect(await done(staff.get(path))).toMatchObject({ undoes: 1, leaves: 0 })
  await away()
  await back()
  const meant = await read()
  expect(await done(staff.get(path))).toMatchObject({ undoes: 0, leaves: 1 })
  if (importId) await act(importId, 'undo')
  else expectDone(await staff.post(path))
  expect(await read()).toEqual(meant)
})

test('two acts on the same record are undone one after the other, the later one first', async () => {
  const { workspace, staff, customerId } = await imported()
  const read = async () => (await done(workspace.get(`/customers/${customerId}`))).paymentTermsDays
  const set = async (value: number): Promise<string> => {
    const change = { field: 'paymentTermsDays', value }
    return (await done(staff.post('/customers/bulk', { customers: { ids: [customerId] }, change }))).undo
  }
  const before = await read()
  const [first, second] = [await set(30), await set(60)]
  expect(await done(staff.get(`/edits/${first}/undo`))).toMatchObject({ undoes: 0, leaves: 1 })
  expectDone(await staff.post(`/edits/${second}/undo`))
  expect(await read()).toBe(30)
  expectDone(await staff.post(`/edits/${first}/undo`))
  expect(await read()).toBe(before)
})
