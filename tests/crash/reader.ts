import { NoAnswer } from './killable.ts'
import type { Shop } from './writer.ts'

const PATHS = [
  '/products?limit=50',
  '/products?q=plate&limit=20',
  '/customers',
  '/price-changes',
  '/orders',
  '/activity',
]

/**
 * Reads all the time, and holds the service to its tags: while a tag is told, it stands for one content, crash or not.
 * An answer may be newer than its tag, where a write came between the two; then that tag is not told again.
 */
export class Reader {
  readonly #shop: Shop
  readonly #told = new Map<string, string>()
  readonly #outdated = new Set<string>()
  readonly #last = new Map<string, string>()

  constructor(shop: Shop) {
    this.#shop = shop
  }

  async read(): Promise<void> {
    for (let i = 0; ; i++) {
      try {
        await this.#readOne(PATHS[i % PATHS.length]!)
      } catch (error) {
        if (error instanceof NoAnswer) return
        throw error
      }
    }
  }

  async #readOne(path: string): Promise<void> {
    const { service, key } = this.#shop
    const { status, etag, text } = await service.call(key, 'GET', path)
    if (status !== 200) throw new Error(`GET ${path} was refused with ${status}: ${text}`)
    const name = `${path} ${etag}`
    const before = this.#told.get(name)
    if (this.#outdated.has(name)) throw new Error(`${name} stood for several contents, and is told again: ${text}`)
    if (before !== undefined && before !== text) this.#outdated.add(name)
    this.#told.set(name, text)
    this.#last.set(path, etag!)
  }

  /** A client asks with the tags of the time before the crash: what has not changed has them still, what has, not. */
  async askAgain(): Promise<void> {
    const { service, key } = this.#shop
    for (const [path, tag] of this.#last) {
      const again = await service.call(key, 'GET', path, undefined, { 'if-none-match': tag })
      const name = `${path} ${tag}`
      if (again.status === 304 && this.#outdated.has(name)) throw new Error(`${name} is outdated, and is told again.`)
      // Twice: other content under the same tag is told by the second.
      await this.#readOne(path)
      await this.#readOne(path)
    }
  }
}
