import fc from 'fast-check'
import type { OperationName } from '../../server/src/ops/all-operations.ts'
import {
  askedEmail,
  askedGroup,
  askedSku,
  customer,
  digits,
  email,
  group,
  id,
  money,
  optional,
  some,
} from './values.ts'

/** Asked first, where prices move, or done at once. */
const yes = optional(fc.constant(true))

const on = fc.oneof(
  askedGroup.map((brand) => ({ brand })),
  askedGroup.map((category) => ({ category })),
  fc.constant({ all: true }),
)

/** What the operator does to the deployment, and not to a workspace that is named. */
type OfDeployment =
  | 'workspace create'
  | 'workspace list'
  | 'key revoke'
  | 'sample'
  | 'person password'
  | 'person remove-passkeys'
  | 'mail list'
  | 'mail show'
  | 'database copy'
  | 'database restore'
  | 'doctor'

/** Everything that the operator does in one workspace, and with what; `workspaceId` is added when it is done. */
const OPERATIONS: Record<Exclude<OperationName, OfDeployment>, Record<string, fc.Arbitrary<unknown>>> = {
  'workspace set-plan': { plan: fc.constantFrom('active', 'active', 'trial', 'lapsed') },
  'workspace set-passkeys': { passkeys: fc.constantFrom('required', 'optional') },
  'workspace remove-sign-in': {},
  'key create': { name: fc.constant('Key of {mark}'), scope: fc.constant('read') },
  'key list': {},
  'person add': { email, name: fc.constant('Pat {mark}'), role: fc.constantFrom('owner', 'manager') },
  'person list': {},
  'person role': { person: askedEmail, role: fc.constantFrom('owner', 'manager') },
  'person remove': { person: askedEmail },
  'person data': { person: askedEmail },
  'person erase': { person: askedEmail, yes: fc.constant(true) },
  'product create': { sku: fc.constant('JUG-1'), name: fc.constant('Jug {mark}'), unitLabel: fc.constant('{mark}') },
  'product update': {
    sku: askedSku,
    active: optional(fc.constantFrom('true', 'false')),
    visibility: optional(fc.constant('all')),
    minOrderQty: optional(digits(5)),
    clear: optional(fc.constant(['image', 'lead-time-note'])),
    yes,
  },
  'images recopy': { digests: fc.constant(['0'.repeat(32)]) },
  'product delete': { sku: askedSku },
  'brand rename': { name: askedGroup, to: group },
  'brand merge': { name: askedGroup, to: askedGroup, yes },
  'category rename': { name: askedGroup, to: group },
  'category merge': { name: askedGroup, to: askedGroup, yes },
  'customer delete': { customer },
  'buyer invite': { customer, name: fc.constant('Bo {mark}'), email },
  'buyer list': { customer },
  'buyer set': { id: id('buyer'), orderLimit: fc.constantFrom('any', '0', '50000'), costCentre: fc.constant('{mark}') },
  'buyer disable': { id: id('buyer') },
  'buyer enable': { id: id('buyer') },
  'group add': { name: group },
  'group list': {},
  'group rename': { group: askedGroup, to: group },
  'group remove': { group: askedGroup, yes },
  'group join': { group: askedGroup, customer, yes },
  'group leave': { customer, yes },
  'discount set': { customer: optional(customer), group: optional(askedGroup), on, discountBp: digits(5000) },
  'discount remove': { id: id('discount'), yes },
  'agreed-price set': {
    customer: optional(customer),
    group: optional(askedGroup),
    sku: askedSku,
    unit: money,
    minQty: digits(3),
  },
  'agreed-price remove': { id: id('agreed') },
  'price-change publish': { id: id('change') },
  'price-change schedule': { id: id('change'), at: fc.constant('2026-03-02T10:30:00Z') },
  'price-change cancel': { id: id('change') },
  'price-change discard': { id: id('change') },
  'order place': {
    customer,
    buyer: optional(askedEmail),
    lines: fc.array(fc.record({ sku: askedSku, qty: some(9) }), { minLength: 1, maxLength: 2 }),
    poNumber: fc.constant('PO {mark}'),
    note: fc.constant('{mark}'),
    token: optional(fc.constantFrom('one', 'two')),
  },
  'quote list': { customer: optional(customer) },
  'quote show': { id: fc.constantFrom('1', '2') },
  'quote send': { id: fc.constantFrom('1', '2') },
  'quote withdraw': { id: fc.constantFrom('1', '2'), note: fc.constant('{mark}') },
}

/** Something that the operator does in the workspace. */
export const operate = fc.oneof(
  ...Object.entries(OPERATIONS).map(([operation, input]) =>
    fc.record(input).map((input) => ({ operation: operation as OperationName, input })),
  ),
)
