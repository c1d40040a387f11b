import { COMMON } from '../large-stock.ts'
import type { LargeStock } from '../large-stock.ts'

/** What an operation is called with: the worst that is legal. */
export type Call = {
  /** For the parameters of the path, beside the workspace's address. */
  params?: Record<string, string>
  query?: Record<string, string | number | boolean | readonly string[]>
  body?: unknown
  file?: Buffer
  /** Of somebody else than the owners and buyers by turns. */
  session?: string
  /** What of the body is refused, though its form is right. */
  refused?: string
}

/**
 * The worst legal call of an operation. The number differs with each call: what is sent again may cost nothing, and
 * what is already done may be refused.
 */
export type Case = (stock: LargeStock, number: number, read: Read) => Call | Promise<Call>

/**
 * Reads what the pages would have read before, such as the version of what is changed: a path below its API, and the
 * body of what reads by POST. Throws where it is not answered.
 */
export type Read = (path: string, body?: unknown) => Promise<any>

/** By operation id. */
export type Cases = Record<string, Case>

/** Nothing to choose. */
export const PLAIN: Case = () => ({})

/** Words that most products have, as many as there is room for. */
export const WORDY = COMMON.join(' ').repeat(3).slice(0, 200).trim()
/** Beginnings of words that most products have. */
export const LETTERS = 'p s o w c b'

/** Words that most products have, as many as are looked for, two of them misspelled. */
export const misspelled = (_stock: LargeStock, number: number) => ({
  query: { q: `${number} plate steel commrecial certifeid` },
})

/** One of the list, by turns. */
export function one(ids: readonly string[] | undefined, number: number): string {
  return ids![number % ids!.length]!
}

/** A call with a page far down. */
export const deep =
  (offset: number, query: Record<string, string | number> = {}): Case =>
  (_stock, number) => ({ query: { ...query, offset: offset + (number % 100) } })

/** A call for one of the rows of a table. */
export const of =
  (table: string, call: Omit<Call, 'params'> = {}): Case =>
  ({ ids }, number) => ({ ...call, params: { id: one(ids[table], number) } })

/** A call for the largest customer. */
export const ofCustomer =
  (call: (stock: LargeStock, number: number) => Omit<Call, 'params'> = () => ({})): Case =>
  (stock, number) => ({ ...call(stock, number), params: { id: stock.customerId } })

/** An id of nothing. */
export const NOTHING = '01970000-0000-7000-8000-00000000dead'
/** As long as a text of so many characters may be, and another one each time. */
export const filled = (characters: number, number: number) => `${number} `.padEnd(characters, 'x')
