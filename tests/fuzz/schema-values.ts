import fc from 'fast-check'
import { anyCharacter } from '../given/any-character.ts'
import { resolve } from './description.ts'
import type { Schema } from './description.ts'
import { growingText, hostileJson, hostileText, meaningful, Verbatim } from './hostile-values.ts'
import { CODES, EMAILS, NAMES, SKUS, placeholder } from './known-values.ts'
import type { Kind } from './known-values.ts'
import { asText } from './url-text.ts'

/** Values that a field or parameter of this name may well be about. */
const FITTING: Record<string, readonly string[]> = {
  sku: SKUS,
  name: NAMES,
  brand: NAMES,
  category: NAMES,
  accountCode: CODES,
  email: EMAILS,
  onlyFor: [...CODES, ...EMAILS],
  priceChangeId: [...ids('priceChange'), ...ids('foreign')],
  imageUrl: ['https://img.example/a.jpg', 'https://x/%00', 'HTTPS://x'],
  // Of a query:
  '?q': [...SKUS, ...CODES, ...NAMES, 'az', 'azure pl', 'kt-ins', '16'],
  '?brand': [...ids('brand'), ...ids('brand'), ...NAMES, ...ids('foreign')],
  '?category': [...ids('category'), ...ids('category'), ...NAMES, ...ids('foreign')],
  '?customer': [...ids('customer'), ...ids('customer'), ...CODES, ...ids('foreign')],
  '?sku': SKUS,
  '?subject': ['product', 'order', ...ids('product'), ...ids('customer')],
  '?actor': ['key', 'operator', ...ids('foreign')],
}

const MAX_ROWS = 3

/** Values that a schema describes; `name` is that of the field. */
export function conforming(schema: Schema, name = ''): fc.Arbitrary<unknown> {
  const { type, anyOf, enum: words, ...rest } = resolve(schema)
  if (anyOf) return fc.oneof(...anyOf.map((one) => conforming(one, name)))
  if (words) return fc.constantFrom(...words)
  switch (type) {
    case 'string':
      return text(rest, name)
    case 'integer':
      return integer(rest)
    case 'boolean':
      return fc.boolean()
    case 'array':
      return fc.uniqueArray(conforming(rest.items!, name), {
        minLength: rest.minItems ?? 0,
        maxLength: MAX_ROWS,
        selector: nameOf,
      })
    case 'object':
      return rest.properties ? fields(rest, conforming) : dictionary(rest)
    default:
      return fc.constant(null)
  }
}

/** Values that are wrong in one place, as far as the schema can tell, and otherwise as it describes. */
export function nearlyConforming(schema: Schema, name = ''): fc.Arbitrary<unknown> {
  const { type, anyOf, ...rest } = resolve(schema)
  if (anyOf) return fc.oneof(...anyOf.map((one) => nearlyConforming(one, name)))
  const past = pastBounds({ type, ...rest })
  const here = type === 'string' ? fc.oneof(hostileText, hostileText, hostileJson, past) : fc.oneof(hostileJson, past)
  if (type === 'array') {
    const one = fc.tuple(nearlyConforming(rest.items!, name), fc.array(conforming(rest.items!, name), { maxLength: 1 }))
    return fc.oneof({ weight: 1, arbitrary: here }, { weight: 4, arbitrary: one.map(([bad, good]) => [bad, ...good]) })
  }
  if (!rest.properties) return here
  const broken = fc
    .constantFrom(...Object.keys(rest.properties))
    .chain((chosen) =>
      fields(
        rest,
        (field, name) => (name === chosen ? nearlyConforming(field, name) : conforming(field, name)),
        chosen,
      ),
    )
  return fc.oneof(
    { weight: 1, arbitrary: here },
    { weight: 8, arbitrary: broken },
    { weight: 2, arbitrary: withKey(fields(rest, conforming)) },
    { weight: 1, arbitrary: without(fields(rest, conforming)) },
  )
}

/** What no two rows of a call may share, more or less. */
function nameOf(row: any): string {
  return asText(row?.sku ?? row?.accountCode ?? row?.email ?? row?.name ?? row).toLowerCase()
}

function ids(kind: Kind): string[] {
  return [0, 1, 2].map((index) => placeholder(kind, index))
}

function text({ minLength = 0, maxLength = 300, pattern }: Schema, name: string): fc.Arbitrary<string> {
  const fitting = fc.constantFrom(...(FITTING[name] ?? NAMES))
  if (pattern) return fitting
  const short = { minLength, maxLength: Math.min(maxLength, 40) }
  const any = fc.oneof(
    fc.string({ unit: 'grapheme', ...short }),
    fc.string({ unit: anyCharacter, ...short }),
    growingText.map((grown) => [...grown].slice(0, maxLength).join('')),
    fc.constantFrom('x', '\u{1f600}', 'é', '㌀').chain((one) => fc.constantFrom(one, one.repeat(maxLength))),
    meaningful,
  )
  const allowed = any.filter((text) => {
    const { length } = [...text.trim()]
    return !text.includes('\0') && length >= minLength && length <= maxLength
  })
  return FITTING[name] ? fc.oneof({ weight: 4, arbitrary: fitting }, { weight: 1, arbitrary: allowed }) : allowed
}

function integer({ minimum = 0, maximum = 1_000_000 }: Schema): fc.Arbitrary<number> {
  return fc.oneof(
    fc.constantFrom(minimum, minimum + 1, maximum),
    fc.integer({ min: minimum, max: Math.min(maximum, 2 ** 31) }),
  )
}

function fields(
  { properties = {}, required = [] }: Schema,
  value: (schema: Schema, name: string) => fc.Arbitrary<unknown>,
  always?: string,
): fc.Arbitrary<Record<string, unknown>> {
  const model = Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, value(field, name)]))
  return fc.record(model, {
    requiredKeys: [...new Set([...required, ...(always ? [always] : [])])],
    noNullPrototype: true,
  })
}

function dictionary({ propertyNames, additionalProperties, maxProperties = 5 }: Schema): fc.Arbitrary<unknown> {
  const value = additionalProperties ? conforming(additionalProperties) : fc.string()
  const key = propertyNames ? (conforming(propertyNames) as fc.Arbitrary<string>) : fc.string()
  return fc.oneof(
    fc.dictionary(key, value, { maxKeys: 4, noNullPrototype: true }),
    fc.constant(Object.fromEntries(Array.from({ length: maxProperties }, (_, i) => [`name ${i}`, 'x']))),
  )
}

/** One more, or one less, than each bound of the schema allows. */
function pastBounds({
  type,
  minLength,
  maxLength,
  minimum,
  maximum,
  minItems,
  maxItems,
  maxProperties,
  items,
}: Schema) {
  const values: fc.Arbitrary<unknown>[] = [fc.constant(type === 'string' ? 7 : 'seven')]
  if (minLength) values.push(fc.constantFrom('', ' '))
  if (maxLength) values.push(fc.constantFrom('x', '\u{1f600}', '㌀').map((one) => one.repeat(maxLength + 1)))
  if (minimum !== undefined) values.push(fc.constantFrom(minimum - 1, minimum + 0.5))
  if (maximum !== undefined) values.push(fc.constantFrom<unknown>(maximum + 1, maximum + 0.5, `${maximum}`))
  if (minItems) values.push(fc.constant([]))
  if (maxItems) values.push(conforming(items!).map((one) => Array.from({ length: maxItems + 1 }, () => one)))
  if (maxProperties)
    values.push(
      fc.constant(new Verbatim(`{${Array.from({ length: maxProperties + 1 }, (_, i) => `"n${i}":""`).join()}}`)),
    )
  return fc.oneof(...values)
}

function withKey(object: fc.Arbitrary<Record<string, unknown>>) {
  return fc.tuple(object, fc.oneof(meaningful, hostileText), hostileJson).map(([fields, key, value]) => {
    return Object.fromEntries([...Object.entries(fields), [key, value]])
  })
}

function without(object: fc.Arbitrary<Record<string, unknown>>) {
  return fc.tuple(object, fc.nat()).map(([fields, chosen]) => {
    const names = Object.keys(fields)
    return Object.fromEntries(Object.entries(fields).filter(([name]) => name !== names[chosen % names.length]))
  })
}
