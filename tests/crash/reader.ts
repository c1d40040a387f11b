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

/** Reads all the time, and holds the service to its tags: the same tag never stands for two contents, crash or not. */
export class Reader {
  readonly #shop: Shop
  readonly #told = new Map<string, string>()
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
    if (before !== undefined && before !== text) {
      throw new Error(`${name} was\n${before}\nand is\n${text}`)
    }
    this.#told.set(name, text)
    this.#last.set(path, etag!)
  }

  /** A client asks with the tags of the time before the crash: what has not changed has them still, what has, not. */
  async askAgain(): Promise<void> {
    const { service, key } = this.#shop
    for (const [path, tag] of this.#last) {
      const again = await service.call(key, 'GET', path, undefined, { 'if-none-match': tag })
      const now = await service.call(key, 'GET', path)
      const same = now.text === this.#told.get(`${path} ${tag}`)
      if (again.status === 304 ? !same : again.etag === tag) {
        throw new Error(`${path} was asked for with ${tag} and answered ${again.status}, ${again.etag}: ${now.text}`)
      }
    }
  }
}
