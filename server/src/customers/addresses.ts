import { randomUUIDv7 } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Actor, Address, CustomerAddress } from '../database/column-values.ts'
import type { Issue } from '../errors.ts'
import { matchingKey } from '../lib/matching-key.ts'

export type SentAddress = Omit<Address, 'id'> & { id?: string | undefined }

type Source = CustomerAddress['source']

/** What an address is marked with that this actor adds. */
export function sourceOf({ type }: Actor): Source {
  return type === 'key' ? 'api' : type === 'buyer' ? 'buyer' : 'staff'
}

/**
 * Sent addresses with their ids: one that comes without is the present one with the same content, else the one with the
 * same name, else a new one. So the same call twice changes nothing. Each stays marked with who added it. What comes by
 * the API has no other one for its own because of its name alone, and leaves those of staff and buyers, behind its own.
 */
export function withIds(
  sent: readonly SentAddress[],
  present: readonly CustomerAddress[],
  source: Source,
): CustomerAddress[] {
  const taken = new Set(sent.flatMap(({ id }) => (id === undefined ? [] : [matchingKey(id)])))
  const isOthers = (address: CustomerAddress) => source === 'api' && address.source !== 'api'
  const takeId = (isOne: (address: CustomerAddress) => boolean) => {
    const found = present.find((address) => !taken.has(matchingKey(address.id)) && isOne(address))
    if (found) taken.add(matchingKey(found.id))
    return found?.id
  }
  const same = sent.map(
    (address) => address.id ?? takeId((one) => isDeepStrictEqual(contentOf(one), contentOf(address))),
  )
  const sources = new Map(present.map((address) => [matchingKey(address.id), address.source]))
  const hasName = (name: string) => (one: CustomerAddress) =>
    !isOthers(one) && matchingKey(one.name) === matchingKey(name)
  const all = sent.map((address, i): CustomerAddress => {
    const id = same[i] ?? takeId(hasName(address.name)) ?? randomUUIDv7()
    return { ...contentOf(address), id, source: sources.get(matchingKey(id)) ?? source }
  })
  const ids = new Set(all.map(({ id }) => matchingKey(id)))
  return [...all, ...present.filter((one) => isOthers(one) && !ids.has(matchingKey(one.id)))]
}

function contentOf({ name, lines, postcode, city, country }: SentAddress): Omit<Address, 'id'> {
  return { name, lines, postcode, city, country }
}

/** Ids that are sent twice. `path` is that of the list. */
export function repeatedIds(sent: readonly SentAddress[], path: string): Issue[] {
  const keys = sent.map(({ id }) => id && matchingKey(id))
  return sent.flatMap(({ id }, i) => {
    if (id === undefined || keys.indexOf(keys[i]) === i) return []
    return [{ path: `${path}.${i}.id`, message: `"${id}" is the id of another address here: give each its own.` }]
  })
}
