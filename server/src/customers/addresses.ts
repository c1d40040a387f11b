import { randomUUIDv7 } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Address } from '../database/column-values.ts'
import type { Issue } from '../errors.ts'
import { matchingKey } from '../lib/matching-key.ts'

/** An address as it is sent. */
export type SentAddress = Omit<Address, 'id'> & { id?: string | undefined }

/**
 * Sent addresses with their ids: one that comes without is the present one with the same content, else the one with the
 * same name, else a new one. So the same call twice changes nothing.
 */
export function withIds(sent: readonly SentAddress[], present: readonly Address[]): Address[] {
  const taken = new Set(sent.flatMap(({ id }) => (id === undefined ? [] : [matchingKey(id)])))
  const takeId = (isOne: (address: Address) => boolean) => {
    const found = present.find((address) => !taken.has(matchingKey(address.id)) && isOne(address))
    if (found) taken.add(matchingKey(found.id))
    return found?.id
  }
  const same = sent.map(
    (address) => address.id ?? takeId((one) => isDeepStrictEqual(contentOf(one), contentOf(address))),
  )
  return sent.map((address, i) => ({
    ...contentOf(address),
    id: same[i] ?? takeId(({ name }) => matchingKey(name) === matchingKey(address.name)) ?? randomUUIDv7(),
  }))
}

function contentOf({ name, lines, postcode, city, country }: SentAddress): Omit<Address, 'id'> {
  return { name, lines, postcode, city, country }
}

/** Ids that are sent twice. `path` is that of the list. */
export function repeatedIds(sent: readonly SentAddress[], path: string): Issue[] {
  const seen = new Set<string>()
  return sent.flatMap(({ id }, i) => {
    if (id === undefined) return []
    const key = matchingKey(id)
    if (!seen.has(key)) {
      seen.add(key)
      return []
    }
    return [{ path: `${path}.${i}.id`, message: `"${id}" is the id of another address here: give each its own.` }]
  })
}
