import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { expect } from 'vitest'
import type { NewRow } from '../../server/src/database/tables.ts'
import { REASONS } from '../../server/src/errors.ts'
import type { ErrorCode } from '../../server/src/http/error-envelope.ts'
import { matchingKey } from '../../server/src/lib/matching-key.ts'
import { INSTRUCTS, SAYS } from './refusals.ts'
import type { Answer, TestWorkspace } from './service.ts'

const THEN = new Date('2026-01-01T00:00:00.000Z')

/** A product to send: valid as it is, with what the test is about on top. */
export function item(fields: Record<string, unknown> = {}) {
  return { sku: 'DEN-1042', name: 'Azure plate', listPrice: 2550, unitLabel: 'each', ...fields }
}

/** All that a product can have besides, for the customer QUAY only. */
export const FULL = {
  brand: 'Denby',
  category: 'Tableware',
  manufacturerRef: 'AZ-26',
  description: 'Stoneware.',
  availability: 'in_stock',
  leadTimeNote: '3 weeks',
  details: { Colour: 'Azure', Size: '26 cm' },
  imageUrl: 'https://images.example/azure.jpg',
  onlyFor: ['QUAY'],
}

/** Many of them, with their own SKUs. */
export function items(count: number, fields: (i: number) => Record<string, unknown> = () => ({})) {
  return Array.from({ length: count }, (_, i) => item({ sku: `SKU-${String(i).padStart(4, '0')}`, ...fields(i) }))
}

/** Sends products that must be taken, and returns the result. */
export async function send(workspace: TestWorkspace, products: unknown[], priceChangeId?: string) {
  return done(workspace.put('/products', { products, ...(priceChangeId && { priceChangeId }) }))
}

/** Sends that many products, with their own SKUs, that must be taken. */
export async function sendItems(workspace: TestWorkspace, ...many: Parameters<typeof items>) {
  return send(workspace, items(...many))
}

/** The one product of that SKU, as the list shows it. */
export async function find(workspace: TestWorkspace, sku: string, query = '') {
  const answer = await done(workspace.get(`/products?q=${encodeURIComponent(sku)}${query}`))
  return answer.find((product: { sku: string }) => matchingKey(product.sku) === matchingKey(sku))
}

/** The same product as its own address shows it. */
export async function read(workspace: TestWorkspace, sku: string, query = '') {
  const { id } = await find(workspace, sku)
  return done(workspace.get(`/products/${id}${query}`))
}

/** Id of the brand or category of that name. */
export async function idOf(workspace: TestWorkspace, list: 'brands' | 'categories', name: string): Promise<string> {
  const { body } = await workspace.get(`/${list}`)
  return body.data.find((row: { name: string }) => row.name === name).id
}

/** What a list shows, by SKU. */
export async function skus(workspace: TestWorkspace, query: string): Promise<string[]> {
  return (await done(workspace.get(`/products?${query}`))).map((product: { sku: string }) => product.sku)
}

/** What every write of the service does in its transaction; a test does it after it has written past the service. */
export async function raiseRevision({ id, context }: Pick<TestWorkspace, 'id' | 'context'>): Promise<void> {
  await sql`update workspace_revision set revision = revision + 1 where workspace_id = ${id}`.execute(context.db)
}

/** Changes what the API cannot: the price taken away, the product made inactive. */
export async function alter(workspace: TestWorkspace, sku: string, values: Partial<NewRow<'product'>>): Promise<void> {
  await workspace.context.db
    .updateTable('product')
    .set(values)
    .where('workspace_id', '=', workspace.id)
    .where('sku_key', '=', matchingKey(sku))
    .execute()
  await raiseRevision(workspace)
}

export async function givenCustomer(
  workspace: TestWorkspace,
  { accountCode = null, email = null }: { accountCode?: string | null; email?: string | null } = {},
): Promise<string> {
  const id = randomUUIDv7()
  await workspace.context.db
    .insertInto('customer')
    .values({
      workspace_id: workspace.id,
      id,
      account_code: accountCode,
      account_code_key: accountCode && matchingKey(accountCode),
      name: 'Quay Café',
      name_key: matchingKey('Quay Café'),
      po_required: false,
      active: true,
      email,
      email_key: email && matchingKey(email),
      created_at: THEN,
      updated_at: THEN,
    })
    .execute()
  await raiseRevision(workspace)
  return id
}

/** So many customers at once, of one name and e-mail, with the codes CODE-1, CODE-2 and so on. */
export async function givenManyCustomers(
  workspace: TestWorkspace,
  count: number,
  { name, email }: { name: string; email: string },
): Promise<void> {
  await sql`
    insert into customer (workspace_id, id, account_code, account_code_key, name, name_key, email, email_key,
      created_at, updated_at)
    select ${workspace.id}, gen_random_uuid(), 'CODE-' || i, 'code-' || i, ${name}, ${matchingKey(name)}, ${email},
      ${matchingKey(email)}, ${THEN}, ${THEN}
    from generate_series(1, ${count}::integer) i`.execute(workspace.context.db)
  // As a job of the service does with a table that has grown.
  await sql`analyze customer`.execute(workspace.context.db)
  await raiseRevision(workspace)
}

export async function givenBuyer(
  workspace: TestWorkspace,
  customerId: string,
  email: string,
  values: Partial<NewRow<'buyer'>> = {},
): Promise<void> {
  await workspace.context.db
    .insertInto('buyer')
    .values({
      workspace_id: workspace.id,
      id: randomUUIDv7(),
      customer_id: customerId,
      name: 'Bo Buyer',
      ...(values.person_id ? {} : { email, email_key: matchingKey(email) }),
      status: 'invited',
      invited_at: THEN,
      ...values,
    })
    .execute()
  await raiseRevision(workspace)
}

/** A price group, with the customers of these ids. */
export async function givenPriceGroup(
  workspace: TestWorkspace,
  { name = 'Gold', customers = [] }: { name?: string; customers?: readonly string[] } = {},
): Promise<string> {
  const { db } = workspace.context
  const id = randomUUIDv7()
  await db
    .insertInto('price_group')
    .values({ workspace_id: workspace.id, id, name, name_key: matchingKey(name), created_at: THEN, updated_at: THEN })
    .execute()
  for (const customer of customers) {
    const isIt = db.updateTable('customer').where('workspace_id', '=', workspace.id).where('id', '=', customer)
    await isIt.set({ group_id: id }).execute()
  }
  await raiseRevision(workspace)
  return id
}

/** Whose terms: of the customer with that id, or of a price group. */
type Owner = string | { group: string }

function ownerColumns(owner: Owner) {
  return typeof owner === 'string' ? { customer_id: owner } : { group_id: owner.group }
}

/** A discount in basis points on everything, or on the brand or category of that id. */
export async function givenDiscount(
  workspace: TestWorkspace,
  owner: Owner,
  discountBp: number,
  on: { brandId?: string; categoryId?: string } = {},
): Promise<void> {
  await workspace.context.db
    .insertInto('discount_rule')
    .values({
      workspace_id: workspace.id,
      id: randomUUIDv7(),
      ...ownerColumns(owner),
      applies_to: on.brandId ? 'brand' : on.categoryId ? 'category' : 'all',
      brand_id: on.brandId ?? null,
      category_id: on.categoryId ?? null,
      discount_bp: discountBp,
      created_at: THEN,
      updated_at: THEN,
    })
    .execute()
  await raiseRevision(workspace)
}

export async function givenAgreedPrice(
  workspace: TestWorkspace,
  owner: Owner,
  sku: string,
  terms: { unit: number; minQty?: number; startsAt?: string; endsAt?: string },
): Promise<void> {
  const { db } = workspace.context
  const product = db.selectFrom('product').select('id').where('workspace_id', '=', workspace.id)
  const { id } = await product.where('sku_key', '=', matchingKey(sku)).executeTakeFirstOrThrow()
  await db
    .insertInto('agreed_price')
    .values({
      workspace_id: workspace.id,
      id: randomUUIDv7(),
      ...ownerColumns(owner),
      product_id: id,
      unit: terms.unit,
      min_qty: terms.minQty ?? 1,
      starts_at: terms.startsAt ? new Date(terms.startsAt) : null,
      ends_at: terms.endsAt ? new Date(terms.endsAt) : null,
      created_at: THEN,
      updated_at: THEN,
    })
    .execute()
  await raiseRevision(workspace)
}

/** A success; where it is none, the failing test shows the error. */
export function expectDone(answer: Answer): void {
  expect({ status: answer.status, error: answer.body?.error }).toEqual({ status: 200, error: undefined })
}

/** The data of an answer that must be a success. */
export async function done(answer: Promise<Answer>): Promise<any> {
  const found = await answer
  expectDone(found)
  return found.body.data
}

/** What an answer that refuses with this code has to equal. */
export function refusal(status: number, code: ErrorCode) {
  const issues = code === 'validation_error' ? { issues: expect.any(Array) } : {}
  const error = { code, message: expect.stringMatching(SAYS[code]), ...issues }
  const withReason = { ...error, reason: expect.toBeOneOf(Object.keys(REASONS)) }
  return { status, headers: expect.any(Headers), body: { error: expect.toBeOneOf([error, withReason]) } }
}

/** The paths of the fields that an answer refuses as invalid, each once, in the order of the alphabet. */
export function invalidFields(answer: Answer): string[] {
  expect(answer).toEqual(refusal(400, 'validation_error'))
  const { issues } = answer.body.error as { issues: { path: string; message: string }[] }
  for (const issue of issues) expect(issue).toEqual({ path: issue.path, message: expect.stringMatching(INSTRUCTS) })
  const told = issues.map(({ path, message }) => (path === '' ? message : `${path}: ${message}`))
  expect(answer.body.error.message).toBe(told.join(' '))
  return [...new Set(issues.map(({ path }) => path))].toSorted()
}

/** The same, where a product with these fields is sent. */
export async function refusedFields({ put }: TestWorkspace, fields: Record<string, unknown>): Promise<string[]> {
  return invalidFields(await put('/products', { products: [item(fields)] }))
}
