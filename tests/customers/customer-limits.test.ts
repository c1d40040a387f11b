import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { runOperation } from '../../server/src/ops/all-operations.ts'
import { WORKSPACE_LIMITS } from '../../server/src/workspaces/workspace-state.ts'
import { raiseRevision, sendItems } from '../given/given.ts'
import { useService } from '../given/service.ts'
import { shop as shopOf } from '../given/shop.ts'

const service = useService()
const shop = () => shopOf(service)

test('a customer has up to so many agreed prices, and one more once one is removed', async () => {
  const { workspace, customer, agree, remove, terms } = await shop()
  const { id } = await agree('1', { minQty: '1000000' })
  await sendItems(workspace, 100)
  await sql`
    insert into agreed_price (workspace_id, id, customer_id, product_id, unit, min_qty, created_at, updated_at)
    select ${workspace.id}, gen_random_uuid(), ${customer}, p.id, 2550, i, now(), now()
    from generate_series(1, 50) i, product p where p.workspace_id = ${workspace.id}
    limit ${WORKSPACE_LIMITS.agreedPricesOfCustomer - 1}`.execute(service.context.db)
  const more = () => agree('1', { minQty: '999999' })
  await expect(more()).rejects.toMatchObject({ code: 'invalid_request' })
  await expect(more()).rejects.toThrow('5000 agreed prices')
  await remove('agreed-price remove', id)
  await more()
  expect((await terms()).agreedPrices).toHaveLength(WORKSPACE_LIMITS.agreedPricesOfCustomer)
})

test('a customer has up to so many discounts, of which any can be changed', async () => {
  const { workspace, customer, discount, terms } = await shop()
  const others = WORKSPACE_LIMITS.discountsOfCustomer - 1
  const { db } = service.context
  await sql`
    insert into brand (workspace_id, id, name, name_key)
    select ${workspace.id}, gen_random_uuid(), 'Name ' || i, 'name ' || i
    from generate_series(1, ${others}::integer) i`.execute(db)
  await sql`
    insert into discount_rule (workspace_id, id, customer_id, applies_to, brand_id, discount_bp, created_at, updated_at)
    select ${workspace.id}, gen_random_uuid(), ${customer}, 'brand', id, 100, now(), now()
    from brand where workspace_id = ${workspace.id} and name_key like 'name %'`.execute(db)
  await discount({ all: true }, '100')
  await expect(discount({ brand: 'Hollin' }, '100')).rejects.toThrow('5000 discounts')
  await discount({ all: true }, '200')
  expect((await terms()).discountRules).toHaveLength(WORKSPACE_LIMITS.discountsOfCustomer)
})

test('a customer has up to so many buyers', async () => {
  const { workspace, customer, terms } = await shop()
  const invite = (email: string) =>
    runOperation(service.context, 'buyer invite', { workspaceId: workspace.id, customer, name: 'Bo', email })
  await sql`
    insert into buyer (workspace_id, id, customer_id, name, email, email_key, status, invited_at)
    select ${workspace.id}, gen_random_uuid(), ${customer}, 'Bo', 'b' || i || '@x', 'b' || i || '@x', 'invited', now()
    from generate_series(2, ${WORKSPACE_LIMITS.buyersOfCustomer}::integer) i`.execute(service.context.db)
  await raiseRevision(workspace)
  await invite('last@quay.example')
  await expect(invite('more@quay.example')).rejects.toMatchObject({ code: 'invalid_request' })
  await expect(invite('more@quay.example')).rejects.toThrow('1000 buyers')
  expect((await terms()).buyers).toHaveLength(WORKSPACE_LIMITS.buyersOfCustomer)
})
