import { expect, test } from 'vitest'
import { useService } from '../given/service.ts'
import { importingStaff } from '../given/import.ts'
import { expectDone, givenCustomer, givenDiscount, item, send } from '../given/given.ts'

const service = useService()

test('discounts come from a file: they are set beside the others, and are taken back', async () => {
  const { workspace, staff, upload, act, changesOf } = await importingStaff(service)
  const [castle, quay] = [
    await givenCustomer(workspace, { accountCode: 'CASTLE' }),
    await givenCustomer(workspace, { accountCode: 'QUAY' }),
  ]
  await send(workspace, [item({ brand: 'Hollin', category: 'Plates' })])
  await givenDiscount(workspace, castle, 1000)
  const file = await upload(
    'discounts.csv',
    [
      'Account,Applies to,Brand or category,Discount %',
      'CASTLE,Everything,,12.5',
      'castle,brand,HOLLIN,20%',
      'QUAY,Category,plates,"7,25"',
      `${quay},category,Plates,8`,
      'QUAY,Brand,Nobody,5',
      'NEW,Everything,,5',
      'QUAY,Everything,Hollin,5',
      'QUAY,Brand,,0',
      'QUAY,Most,,100.5',
    ].join('\n'),
  )
  expect(file).toMatchObject({ kind: 'discounts', problems: [] })
  const { check } = await act(file.id, 'check')
  expect(check).toMatchObject({
    created: 2,
    changed: 1,
    unchanged: 0,
    examples: [{ label: 'Everything', name: 'Quay Café', changes: { discountBp: { from: 1000, to: 1250 } } }],
  })
  expect(check.rejects.map(({ line, reason }: any) => [line, reason])).toEqual([
    [5, 'Another row sets the same discount.'],
    [6, 'There is no brand "Nobody".'],
    [7, 'There is no customer with the account code, name or id "NEW".'],
    [8, 'Brand or category "Hollin" does not go with "Everything"'],
    [9, 'Discount "0" is not above 0 and up to 100; Brand or category is blank'],
    [
      10,
      'Applies to "Most" is none of everything, all, brand, category; Discount "100.5" is not above 0 and up to 100',
    ],
  ])
  expect((await act(file.id, 'start')).counts).toMatchObject({ created: 2, updated: 1, rejected: 6 })
  const rulesOf = async (code: string) =>
    (await workspace.get(`/customers/${code}`)).body.data.discountRules.map(({ label }: any) => label)
  expect([await rulesOf('CASTLE'), await rulesOf('QUAY')]).toEqual([
    ['20% off Hollin', '12.5% off everything'],
    ['7.25% off Plates'],
  ])
  const [entry] = (await staff.get(`/customers/${quay}/history?limit=10`)).body.data
  expect(entry).toMatchObject({ action: 'import.finish', changes: { discounts: 1 } })

  expectDone(
    await staff.put(`/customers/${quay}/discounts`, {
      on: { appliesTo: 'category', name: 'Plates' },
      discountBp: 900,
      seenBp: 725,
    }),
  )
  expect((await act(file.id, 'undo')).undone).toEqual({ restored: 1, removed: 1, left: 1 })
  expect([await rulesOf('CASTLE'), await rulesOf('QUAY')]).toEqual([['10% off everything'], ['9% off Plates']])
  expect((await changesOf(file.id, 'kept')).map(({ label }: any) => label)).toEqual(['Plates for Quay Café'])
})
