import type { LinkProps } from '@tanstack/react-router'
import { ORDER_STEPS } from '../../../../server/src/shared/order-steps.ts'
import type { components } from '../../shared/app-api.d.ts'

type ActivityEntry = components['schemas']['ActivityEntry']

/** The kinds of things that are changed, each with its plural for the filter. */
export const KINDS: Record<string, { one: string; many: string }> = {
  product: { one: 'product', many: 'Products' },
  brand: { one: 'brand', many: 'Brands' },
  category: { one: 'category', many: 'Categories' },
  price_change: { one: 'price change', many: 'Price changes' },
  customer: { one: 'customer', many: 'Customers' },
  price_group: { one: 'price group', many: 'Price groups' },
  discount_rule: { one: 'discount', many: 'Discounts' },
  agreed_price: { one: 'agreed price', many: 'Agreed prices' },
  buyer: { one: 'buyer', many: 'Buyers' },
  order: { one: 'order', many: 'Orders' },
  quote: { one: 'quote', many: 'Quotes' },
  import: { one: 'file', many: 'Imports' },
  mail: { one: 'mail', many: 'Mails' },
  key: { one: 'API key', many: 'API keys' },
  person: { one: 'person', many: 'People' },
  invitation: { one: 'invitation', many: 'Invitations' },
  workspace: { one: 'workspace', many: 'Workspace' },
}

/** Single actions that one may look for. */
export const ACTIONS = [
  { value: 'price_change.publish', label: 'Prices published' },
  { value: 'product.delete', label: 'Products deleted' },
  { value: 'customer.delete', label: 'Customers deleted' },
  { value: 'import.finish', label: 'Files imported' },
  { value: 'order.place', label: 'Orders placed' },
  { value: 'order.cancel', label: 'Orders cancelled' },
]

/** What is done, by the verb of an action. */
export const VERBS: Record<string, string> = {
  ...Object.fromEntries(Object.values(ORDER_STEPS).map(({ verb, done }) => [verb.toLowerCase(), done])),
  accept: 'accepted the invitation as',
  add: 'added',
  add_note: 'added a note to',
  agree: 'made agreed prices of',
  ask: 'asked for',
  ask_to_order: 'asked colleagues to order the basket of',
  bulk_delete: 'deleted',
  bulk_undo: 'undid a change of',
  bulk_update: 'changed',
  change: 'changed',
  change_lines: 'changed lines of',
  'copy-image': 'asked again for the pictures of',
  set_codes: 'set part numbers of',
  create: 'created',
  decline: 'declined',
  delete: 'deleted',
  disable: 'disabled',
  discard: 'discarded',
  edit: 'edited',
  enable: 'enabled',
  erase: 'erased the data of',
  finish: 'imported',
  import: 'imported',
  invite: 'invited',
  join: 'joined as',
  merge: 'merged',
  order: 'ordered',
  paste: 'pasted',
  publish: 'published',
  remove: 'removed',
  remove_note: 'removed a note from',
  remove_request: 'removed a request for approval of',
  rename: 'renamed',
  revoke: 'revoked',
  revoke_invitation: 'revoked the invitation of',
  schedule: 'scheduled',
  send: 'sent',
  send_back_basket: 'sent back the basket of',
  send_again: 'sent again the',
  set: 'set',
  set_reference: 'set the reference of',
  set_tracking: 'said where to follow',
  set_mails: 'changed the mails of',
  set_plan: 'set the plan of',
  set_role: 'changed the role of',
  take_back_dispatch: 'took back the dispatch of',
  take_back_basket: 'took back the basket of',
  start: 'began to import',
  stop: 'stopped importing',
  unschedule: 'took back the schedule of',
  undo: 'began to undo',
  undone: 'undid',
  update: 'changed',
  upsert: 'sent',
  withdraw: 'withdrew',
}

/** An action as words before the name of what was changed: "confirmed order". */
export function actionWords({ action, subject }: ActivityEntry): string {
  const verb = verbOf(action)
  // "sent 98 products" has its noun in the label.
  const isMany = subject.id === null && /^\d/.test(subject.label)
  return isMany ? verb : `${verb} ${KINDS[subject.type]?.one ?? subject.type.replaceAll('_', ' ')}`
}

const ALONE: Record<string, string> = {
  'product.bulk_undo': 'Undid a change',
  'product.upsert': 'Sent by the API',
  'product.copy-image': 'Image asked for again',
}

/** An action in the history of what it changed: "Imported". */
export function actionAlone(action: string): string {
  const verb = verbOf(action)
  return ALONE[action] ?? `${verb[0]!.toUpperCase()}${verb.slice(1)}`
}

function verbOf(action: string): string {
  return VERBS[action.slice(action.indexOf('.') + 1)] ?? 'changed'
}

/** The page of what was changed, if it has one. It may be gone by now. */
export function linkTo(subject: ActivityEntry['subject'], slug: string): LinkProps | null {
  const { type, id } = subject
  if (id === null) return null
  const params = { slug, id }
  if (type === 'product') return { to: '/w/$slug/products/$id', params }
  if (type === 'price_change') return { to: '/w/$slug/price-changes/$id', params }
  if (type === 'price_group') return { to: '/w/$slug/groups/$id', params }
  if (type === 'customer') return { to: '/w/$slug/customers/$id', params }
  if (type === 'import') return { to: '/w/$slug/imports/$id', params }
  if (type === 'order') return { to: '/w/$slug/orders/$id', params }
  if (type === 'quote') return { to: '/w/$slug/quotes/$id', params }
  return null
}
