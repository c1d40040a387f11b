import { runOperation } from '../../server/src/ops/all-operations.ts'
import { publishDuePriceChanges } from '../../server/src/jobs/background-jobs.ts'
import { DomainError, InvalidInput } from '../../server/src/errors.ts'
import type { Answer, TestService, TestWorkspace } from '../given/service.ts'
import type { Call } from './calls.ts'
import { KINDS } from './values.ts'
import type { Kind } from './values.ts'

export type Ids = Record<Kind, string[]>

/** The word that is in all texts of a workspace, and in no other text; and the last digit of its amounts. */
export type Mark = { word: string; digit: number }

/** The workspaces that one is not to know of, or what stands for them: ids and tags that nobody has. */
export type Others = { mark: Mark; ids: Ids; tagOf: (path: string) => string }

const LISTS = [
  '/workspace',
  '/products',
  '/brands',
  '/categories',
  '/customers',
  '/orders',
  '/quotes',
  '/price-changes',
  '/imports',
  '/activity',
]

/** Header fields that differ between any two answers: other ids are compressed to another length. */
const OF_THE_MOMENT = new Set(['date', 'connection', 'keep-alive', 'x-request-id', 'content-length'])

/** What an operation that returns an id has made. */
const MAKES: Partial<Record<string, Kind>> = {
  'product create': 'product',
  'order place': 'order',
  'discount set': 'discount',
  'agreed-price set': 'agreed',
  'buyer invite': 'buyer',
}

/** A workspace in which generated calls are made, and what is known of it meanwhile. */
export class Trader {
  readonly workspace: TestWorkspace
  readonly mark: Mark
  ids: Ids = Object.fromEntries(KINDS.map((kind): [Kind, string[]] => [kind, []])) as Ids
  readonly tags = new Map<string, string>()
  others: Others | undefined
  readonly #service: TestService

  constructor(service: TestService, workspace: TestWorkspace, mark: Mark) {
    this.#service = service
    this.workspace = workspace
    this.mark = mark
  }

  /** Makes a call, and returns all that came of it. */
  async do(call: Call): Promise<unknown> {
    switch (call.does) {
      case 'read':
        return this.#read(call)
      case 'read together':
        return this.#readTogether(call.paths)
      case 'write':
        return this.#write(call)
      case 'operate':
        return this.#operate(call)
      case 'wait':
        return this.#wait(call.seconds)
    }
  }

  /** Everything that can be read of the workspace, with its tags. */
  async everything(): Promise<unknown[]> {
    const { product, customer, order, change, import: imported } = await this.learn()
    const paths = [
      ...LISTS,
      ...product.map((id) => `/products/${id}`),
      ...customer.flatMap((id) => [`/customers/${id}`, `/products?customer=${id}`, `/customer-codes?customer=${id}`]),
      ...order.map((id) => `/orders/${id}`),
      ...change.map((id) => `/price-changes/${id}`),
      ...imported.map((id) => `/imports/${id}`),
    ]
    const answers = await Promise.all(paths.map((path) => this.#get(path)))
    return answers.map((answer, i) => [paths[i], uncounted(answer)])
  }

  /** Learns the ids of all that there is. */
  async learn(): Promise<Ids> {
    const list = async (path: string) => (await this.workspace.get(path)).body.data as { id: string }[]
    const idsOf = async (path: string) => (await list(path)).map(({ id }) => id)
    const customer = await idsOf('/customers')
    const terms = await Promise.all(
      customer.map(async (id) => (await this.workspace.get(`/customers/${id}`)).body.data),
    )
    const hanging = (field: string) =>
      terms.flatMap((one) => one[field].map(({ id }: { id: string }) => id) as string[])
    this.ids = {
      product: await idsOf('/products'),
      brand: await idsOf('/brands'),
      category: await idsOf('/categories'),
      customer,
      order: await idsOf('/orders'),
      change: await idsOf('/price-changes'),
      import: await idsOf('/imports'),
      discount: hanging('discountRules'),
      agreed: hanging('agreedPrices'),
      buyer: hanging('buyers'),
    }
    return this.ids
  }

  async #read({ path: named, tag, times }: Call & { does: 'read' }) {
    const path = this.#fill(named)
    const answers = []
    for (let i = 0; i < times; i++) {
      const known = { none: undefined, own: this.tags.get(path), other: this.others?.tagOf(path) }[tag]
      answers.push(await this.#get(path, known))
    }
    return answers
  }

  /** Of what is read at once, only how many requests are left to all of it is certain. */
  async #readTogether(paths: string[]) {
    const answers = await Promise.all(paths.map((path) => this.#get(this.#fill(path))))
    const left = answers.map(({ headers }) => headers['ratelimit']).toSorted()
    if (new Set(left).size < left.length) throw new Error('Two requests were counted as one.')
    return [left, answers.map(uncounted)]
  }

  async #get(path: string, tag?: string) {
    const answer = shown(await this.workspace.get(path, tag === undefined ? undefined : { 'if-none-match': tag }))
    if (answer.headers['etag'] !== undefined) this.tags.set(path, answer.headers['etag'])
    return answer
  }

  async #write({ method, path, body }: Call & { does: 'write' }) {
    const init = { key: this.workspace.key, body: this.#fill(typeof body === 'string' ? body : JSON.stringify(body)) }
    const answer = shown(await this.#service.call(method, this.#fill(path), init))
    this.#keep('change', answer.body?.data?.priceChangeId)
    return answer
  }

  async #operate({ operation, input }: Call & { does: 'operate' }) {
    const filled = JSON.parse(this.#fill(JSON.stringify({ ...input, workspaceId: this.workspace.id })))
    // What an operator types is text.
    if ('unit' in filled) filled.unit = String(filled.unit)
    try {
      const result: any = await runOperation(this.#service.context, operation, filled)
      this.#keep(MAKES[operation], result.id)
      // Secrets differ each time.
      return { ...result, key: undefined, link: undefined }
    } catch (error) {
      if (!(error instanceof DomainError)) throw error
      return { code: error.code, message: error.message, issues: error instanceof InvalidInput && error.issues }
    }
  }

  /** Lets time go by, and what is due happen. */
  async #wait(seconds: number) {
    this.#service.time.now = new Date(this.#service.time.now.getTime() + seconds * 1000)
    await publishDuePriceChanges(this.#service.context, { error: (details) => expectNone(details) }, new Map())
  }

  #keep(kind: Kind | undefined, id: string | null | undefined): void {
    if (kind && id && !this.ids[kind].includes(id)) this.ids[kind].push(id)
  }

  /** Puts in what the names in braces stand for. */
  #fill(text: string): string {
    const sides = { own: this, other: this.others }
    return text
      .replaceAll(/"?\{money\.(\d+)\}"?/g, (_, i) => String(1_000 + Number(i) * 10 + this.mark.digit))
      .replaceAll(/\{(?:(own|other)\.)?mark\}/g, (_, side: 'own' | 'other' = 'own') => sides[side]!.mark.word)
      .replaceAll(/\{(own|other)\.(\w+)\.(\d+)\}/g, (_, side: 'own' | 'other', kind: Kind, i) => {
        const ids = sides[side]!.ids[kind]
        return ids[Number(i) % ids.length] ?? `no-${kind}`
      })
  }
}

function shown({ status, headers, body }: Answer) {
  if (status >= 500) throw new Error(`An answer is a ${status}.`)
  const told = [...headers].filter(([name]) => !OF_THE_MOMENT.has(name))
  return { status, headers: Object.fromEntries(told), body }
}

/** Without how many requests are left to the key. */
function uncounted(answer: ReturnType<typeof shown>) {
  return { ...answer, headers: { ...answer.headers, ratelimit: undefined } }
}

function expectNone(details: object): never {
  throw new Error('A price change that is due was not published.', { cause: details })
}
