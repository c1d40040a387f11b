import { resolve } from '../fuzz/description.ts'
import type { Schema } from '../fuzz/description.ts'
import { branchCode } from './stock.ts'

type Text = (characters: number, seed: number) => string

/** Where a schema names no limit, in characters. */
const UNLIMITED = 300
const ROWS = 100
/** Fields that take no text whatever, and what they take. */
const FITTING: Record<string, (characters: number, seed: number, text: Text) => unknown> = {
  sku: (characters, seed) => `LARGE-${seed}-`.padEnd(characters, 'x'),
  accountCode: (characters, seed) => `LARGE-${seed}-`.padEnd(characters, 'x'),
  email: (_, seed) => `${seed}@large.example`,
  imageUrl: (characters, seed) => `https://img.example/${seed}`.padEnd(characters, 'x'),
  onlyFor: (_, seed) => branchCode(seed),
  priceChangeId: () => null,
  // Few enough to be listed whole.
  brand: (characters, seed, text) => text(characters, seed % ROWS),
  category: (characters, seed, text) => text(characters, seed % ROWS),
}

/** A value with all that its schema has room for; rows have other texts for other seeds. */
export function largest(schema: Schema, text: Text, { name = '', seed = 0 } = {}): unknown {
  const { type, anyOf, enum: words, properties, items, additionalProperties, ...limits } = resolve(schema)
  if (anyOf) return largest(anyOf[0]!, text, { name, seed })
  if (words) return words.at(-1)
  if (type === 'integer') return limits.maximum ?? Number.MAX_SAFE_INTEGER
  if (type === 'boolean') return true
  if (type === 'string') return (FITTING[name] ?? text)(limits.maxLength ?? UNLIMITED, seed, text)
  if (type === 'array') {
    // Entries of a row differ from each other, and rows from those of another seed.
    const first = name === 'onlyFor' ? 0 : seed * 1_000
    return upTo(limits.maxItems ?? 1, (i) => largest(items!, text, { name, seed: first + i }))
  }
  if (properties) {
    const fields = Object.entries(properties)
    return Object.fromEntries(fields.map(([name, field]) => [name, largest(field, text, { name, seed })]))
  }
  const value = additionalProperties || { type: 'string' }
  const longest = limits.propertyNames?.maxLength ?? 60
  const entries = upTo(limits.maxProperties ?? 5, (i) => [
    `${i}`.padEnd(longest, 'n'),
    largest(value, text, { seed: seed + i }),
  ])
  return Object.fromEntries(entries)
}

function upTo<T>(count: number, make: (i: number) => T): T[] {
  return Array.from({ length: count }, (_, i) => make(i))
}
