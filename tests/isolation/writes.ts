import fc from 'fast-check'
import { askedEmail, code, email, group, id, money, optional, sku } from './values.ts'

const product = fc
  .record({
    sku,
    name: fc.constantFrom('Plate', 'Bowl'),
    listPrice: money,
    unitLabel: fc.constant('box {mark}'),
    brand: optional(group),
    category: optional(group),
    manufacturerRef: optional(fc.constantFrom('REF-1', 'DEN-2', 'REF-{mark}')),
    gtin: optional(fc.constantFrom('5012345678900', '036000291452')),
    replacedBy: optional(fc.constantFrom('DEN-1', '{other.mark}')),
    description: optional(fc.constant('Made of {mark}')),
    availability: optional(fc.constantFrom('in_stock', 'not_tracked')),
    leadTimeNote: optional(fc.constant('Ask {mark}')),
    details: optional(fc.constant({ Colour: '{mark}' })),
    imageUrl: optional(fc.constant('https://images.example/{mark}')),
    onlyFor: optional(fc.array(fc.oneof(code, askedEmail, id('customer')), { maxLength: 3 })),
  })
  .map((product) => ({ ...product, name: `${product.name} ${product.sku} {mark}` }))

const customerRow = fc
  .tuple(
    fc.constantFrom(
      { accountCode: 'QUAY' },
      { accountCode: 'CASTLE' },
      { accountCode: 'NEW-1' },
      {},
      { accountCode: '{mark}' },
    ),
    optional(email),
    money,
    fc.boolean(),
  )
  .map(([coded, email, creditLimit, poRequired]) => ({
    ...coded,
    name: `Café ${coded.accountCode ?? 'of the road'}`,
    email,
    phone: '{mark}',
    contactName: 'Mx {mark}',
    notes: 'Pays by {mark}',
    creditLimit,
    poRequired,
  }))

/** A write through the API. */
export const write = fc.oneof(
  fc
    .record({
      products: fc.uniqueArray(product, { minLength: 1, maxLength: 4, selector: ({ sku }) => sku.toLowerCase() }),
      priceChangeId: optional(id('change')),
      priceChangeKey: optional(fc.constantFrom('nightly', '{mark}')),
    })
    .map(({ priceChangeKey, ...body }) => (body.priceChangeId ? body : { ...body, priceChangeKey }))
    .map((body) => ({ method: 'PUT' as const, path: '/products', body })),
  fc
    .array(customerRow, { minLength: 1, maxLength: 3 })
    .map((customers) => ({ method: 'PUT' as const, path: '/customers', body: { customers } })),
  fc
    .tuple(
      code,
      fc.uniqueArray(fc.tuple(sku, optional(fc.constantFrom('OWN-1', '{mark}'))), {
        minLength: 1,
        maxLength: 2,
        selector: ([sku]) => sku.toLowerCase(),
      }),
    )
    .map(([customer, codes]) => ({
      method: 'PUT' as const,
      path: '/customer-codes',
      body: { customer, codes: codes.map(([sku, code]) => ({ sku, code })) },
    })),
  // Writes nothing.
  fc.tuple(code, sku, fc.constantFrom('OWN-1', '{mark}', '{other.mark}')).map(([customer, sku, customerCode]) => ({
    method: 'POST' as const,
    path: '/order-checks',
    body: {
      customer,
      lines: [
        { sku, qty: 2, unit: 770 },
        { customerCode, qty: 1 },
      ],
    },
  })),
  fc
    .tuple(
      id('order'),
      fc.constantFrom('confirmed', 'dispatched', 'completed', 'cancelled'),
      optional(fc.constant('Said {mark}')),
    )
    .map(([id, status, note]) => {
      const tracking = status === 'dispatched' ? '{mark}' : undefined
      return { method: 'PATCH' as const, path: `/orders/${id}`, body: { status, note, tracking } }
    }),
  fc.tuple(sku, money).map(([sku, price]) => ({
    method: 'POST' as const,
    path: '/imports?kind=products&name={mark}.csv',
    body: `SKU,Name,Price,Unit\n${sku},Plate {mark},${price},{mark}\n`,
  })),
  id('import').map((id) => ({ method: 'POST' as const, path: `/imports/${id}/run`, body: {} })),
)
