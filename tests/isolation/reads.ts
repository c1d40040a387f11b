import fc from 'fast-check'
import { askedSku, customer, digits, id } from './values.ts'

type Parameters = Record<string, fc.Arbitrary<string>>

/** A path with some of the parameters. */
function path(to: fc.Arbitrary<string> | string, parameters: Parameters = {}): fc.Arbitrary<string> {
  const query = fc.record(parameters, { requiredKeys: [] })
  return fc.tuple(typeof to === 'string' ? fc.constant(to) : to, query).map(([to, query]) => {
    const pairs = Object.entries(query).map(([name, value]) => `${name}=${value}`)
    return [to, pairs.join('&')].filter(Boolean).join('?')
  })
}

const page = { limit: digits(4), offset: fc.nat(6).map(String) }

/** A read of whatever the API shows. */
export const readPath = fc.oneof(
  path(fc.constantFrom('/workspace', '/brands', '/categories')),
  path('/products', {
    q: fc.constantFrom('DEN', 'den-1', 'plate', 'hollin', 'pl', '{mark}', '{other.mark}', 'plate+{other.mark}'),
    brand: id('brand'),
    category: id('category'),
    availability: fc.constantFrom('in_stock', 'not_tracked'),
    active: fc.constantFrom('true', 'false'),
    customer,
    ...page,
  }),
  path('/products', { customer, at: fc.constantFrom('2026-12-01T00:00:00Z', '2026-03-01T00:00:00Z'), ...page }),
  // Whole, as records that are made at once come in any order.
  path('/price-feed', { customer, cursor: fc.constant('start') }),
  path(fc.constantFrom('/product-feed', '/order-feed', '/customer-feed'), { cursor: fc.constant('start') }),
  path(
    id('product').map((id) => `/products/${id}`),
    { customer, qty: digits(20) },
  ),
  path(fc.tuple(customer, askedSku).map(([customer, sku]) => `/prices?customer=${customer}&sku=${sku}`)),
  path('/customers', { q: fc.constantFrom('q', 'CASTLE', 'bo@', '{mark}', '{other.mark}'), ...page }),
  path(customer.map((customer) => `/customers/${customer}`)),
  path('/orders', {
    status: fc.constantFrom('new', 'confirmed', 'cancelled'),
    customer,
    number: fc.integer({ min: 1001, max: 1004 }).map(String),
    placedSince: fc.constantFrom('2026-03-01T00:00:00Z', '2027-03-01T00:00:00Z'),
    wantedOn: fc.constant('2026-01-01..2027-12-31'),
    ...page,
  }),
  path(fc.oneof(id('order'), fc.constantFrom('1001', '1002')).map((order) => `/orders/${order}`)),
  path('/quotes', { status: fc.constantFrom('asked', 'sent', 'expired'), customer, ...page }),
  path(fc.constantFrom('1', '2').map((quote) => `/quotes/${quote}`)),
  path(customer.map((customer) => `/customer-codes?customer=${customer}`)),
  path('/price-changes', page),
  path('/imports', page),
  path(fc.tuple(id('import'), fc.constantFrom('', '/rejects')).map(([id, rejects]) => `/imports/${id}${rejects}`)),
  path(
    id('change').map((id) => `/price-changes/${id}`),
    { customer, ...page },
  ),
  path('/activity', {
    subject: fc.oneof(fc.constantFrom('product', 'customer', 'order'), id('product'), id('order')),
    actor: fc.constantFrom('key', 'operator'),
    ...page,
  }),
)
