import { expect, test } from 'vitest'
import { WORDS_OF_PEOPLE } from '../../server/src/people/erase-person.ts'
import { useService } from '../given/service.ts'
import { wordColumns } from '../given/word-columns.ts'

const service = useService()

/** Of each table of persons or of their acts: what goes with its row, or is emptied. */
const GOES: Record<string, string[]> = {
  person: ['name', 'email', 'email_key'],
  password: ['hash'],
  passkey: ['credential_id', 'name', 'public_key', 'transports'],
  passkey_challenge: ['challenge_hash', 'purpose'],
  session: ['ip_address', 'token_hash', 'user_agent'],
  account_link: ['email', 'purpose', 'token_hash'],
  known_device: ['token_hash'],
  saved_view: ['list', 'name', 'name_key', 'query'],
  buyer: ['disabled_from', 'email', 'email_key', 'name', 'order_mails', 'status'],
  invitation: ['email', 'email_key', 'name', 'role', 'token_hash'],
  customer: ['email', 'email_key'],
  portal_settings: ['order_inbox'],
  quote: ['buyer_email', 'buyer_name', 'search'],
  sales_order: ['buyer_email', 'buyer_name', 'requested_by_email', 'requested_by_name', 'search'],
  saved_list: ['name', 'name_key'],
  basket: ['deliver_to', 'taken_keys', 'wanted_on'],
  mail: ['html', 'last_error', 'logo', 'owner', 'recipient', 'secret', 'status', 'subject', 'text'],
}

/** Of goods and terms, of the wholesaler, of how the service works; and words of a fixed list. */
const NOT_OF_PEOPLE: Record<string, string[]> = {
  activity: ['action'],
  agreed_price: [],
  api_key: ['scope'],
  attempt_window: ['subject'],
  basket_line: ['name', 'shown_label', 'sku'],
  brand: ['name', 'name_key'],
  category: ['name', 'name_key'],
  customer: ['account_code', 'account_code_key', 'name', 'name_key'],
  company_sign_in: ['issuer', 'nonce', 'path', 'state_hash', 'verifier'],
  customer_code: ['code', 'code_key'],
  data_import: ['fingerprint', 'kind', 'status'],
  discount_rule: ['applies_to'],
  gone_record: ['code', 'kind'],
  identity_provider: ['client_id', 'client_secret', 'domains', 'issuer'],
  image: ['digest'],
  image_source: ['digest', 'url_digest'],
  import_mapping: ['kind', 'mapping', 'shape'],
  member: ['role'],
  order_settings: ['credit_policy', 'cut_off', 'order_days', 'terms'],
  past_customer_group: ['group_name'],
  past_discount_rule: ['applies_to', 'on_name'],
  portal_settings: ['address', 'colour', 'logo', 'message'],
  price_change: ['draft_key', 'status'],
  price_group: ['name', 'name_key'],
  product: [
    'availability',
    'description',
    'details',
    'document',
    'gtin',
    'lead_time_note',
    'manufacturer_ref',
    'manufacturer_ref_key',
    'name',
    'name_folded',
    'sku',
    'sku_key',
    'unit_label',
    'visibility',
  ],
  product_image: ['failure', 'source_url', 'status'],
  product_picture: ['digest'],
  quote: ['currency', 'customer_account_code', 'customer_name', 'status', 'token', 'valid_until'],
  quote_history: ['status'],
  quote_line: ['candidates', 'name', 'sku', 'unit_label'],
  record_change: ['kind'],
  record_edit: ['field', 'kind'],
  record_edit_line: ['outcome', 'version'],
  sales_order: [
    'credit_hold',
    'currency',
    'customer_account_code',
    'customer_name',
    'status',
    'terms',
    'token',
    'wanted_on',
  ],
  sales_order_history: ['status'],
  sales_order_line: ['availability', 'customer_code', 'lead_time_note', 'name', 'sku', 'unit_label'],
  saved_list_line: ['name', 'sku'],
  schema_migration: ['name'],
  set_up_code: ['code_hash'],
  workspace: ['company_domains', 'currency', 'name', 'plan', 'tax_label', 'timezone'],
  workspace_address: ['slug'],
}

function decided(table: string): string[] {
  const { text = [], json = [] } = WORDS_OF_PEOPLE[table] ?? {}
  return [...text, ...json, ...(GOES[table] ?? []), ...(NOT_OF_PEOPLE[table] ?? [])]
}

test('each column of text is decided: whether a person’s words are in it, and what becomes of them', async () => {
  const columns = await wordColumns(service.context)
  const open = columns.filter(({ table, column }) => !decided(table).includes(column))
  expect(open.map(({ table, column }) => `${table}.${column}`).toSorted()).toEqual([])
  for (const [table, { text = [], json = [] }] of Object.entries(WORDS_OF_PEOPLE)) {
    const there = columns.filter((column) => column.table === table).map(({ column }) => column)
    expect(there).toEqual(expect.arrayContaining([...text, ...json]))
  }
})
