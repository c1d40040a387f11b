import { randomUUIDv7 } from 'node:crypto'

const MAX_REMEMBERED = 200

/** What an id can be of; `foreign` ids are of another workspace, whatever they are of there. */
export type Kind = 'product' | 'customer' | 'order' | 'priceChange' | 'brand' | 'category' | 'foreign'

/** What the generated calls are about, few enough for calls to meet. */
export const SKUS = ['PLATE', 'plate', 'KT-INS114', '16-07', 'M8x40', '50%_OFF', "O'NEILL", 'STRASSE', 'straße', 'a/b']
export const CODES = ['QUAY', 'quay', 'CASTLE01', 'İST', 'a%2Fb', '../x', '𝒜𝒷']
export const EMAILS = ['bo@quay.example', 'BO@quay.example', 'orders@castle.example', "o'neill@x", 'ü@ö.example']
export const NAMES = ['Azure plate', 'Azure bowl', 'Hollin', 'HOLLIN', 'Tableware', 'Café au lait', 'Cafe\u0301', 'ﷺ']

/** Stands for an id that exists when the request is sent; so a seed makes the same requests whatever the ids are. */
export function placeholder(kind: string, index: number): string {
  return `~${kind}~${index}~`
}

/** Ids and keys of a workspace, as they become known. */
export class KnownValues {
  #values = new Map<string, string[]>()

  learn(kind: string, ...values: string[]): void {
    const known = new Set([...values, ...(this.#values.get(kind) ?? [])])
    this.#values.set(kind, [...known].slice(0, MAX_REMEMBERED))
  }

  /** The text with an id for each placeholder; one that nothing has, where none is known. */
  fill(text: string): string {
    return text.replace(/~(\w+)~(\d+)~/g, (_, kind: string, index: string) => {
      const known = this.#values.get(kind) ?? []
      return known[Number(index) % known.length] ?? randomUUIDv7()
    })
  }

  /** Remembers what an answer to an operation tells of. */
  learnFrom(operationId: string, body: any): void {
    const kind = LISTED[operationId]
    if (kind) this.learn(kind, ...body.data.map(({ id }: { id: string }) => id))
    if (body.data?.priceChangeId) this.learn('priceChange', body.data.priceChangeId)
  }
}

const LISTED: Record<string, Kind> = {
  listProducts: 'product',
  listCustomers: 'customer',
  listOrders: 'order',
  listPriceChanges: 'priceChange',
  listBrands: 'brand',
  listCategories: 'category',
}
