import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll } from 'vitest'
import { buildApp } from '../../server/src/app.ts'
import type { AppOptions } from '../../server/src/app.ts'
import type { Context, WorkspaceContext } from '../../server/src/context.ts'
import type { Plan, Scope } from '../../server/src/database/column-values.ts'
import { openStore } from '../../server/src/database/open.ts'
import { forgetAttempts } from '../../server/src/people/attempts.ts'
import { createKey } from '../../server/src/workspaces/keys.ts'
import { createWorkspace } from '../../server/src/workspaces/workspaces.ts'
import { OPERATOR } from '../../server/src/ops/operations/operate.ts'
import { newDatabase } from '../engines/test-store.ts'

const START = '2026-03-02T09:30:00.000Z'
/** After whatever a test sets the clock to. */
const END = '2126-01-01T00:00:00.000Z'

export type Answer = { status: number; headers: Headers; body: any }

/** A test's own workspace, and a way to call the API in it. */
export type TestWorkspace = {
  id: string
  key: string
  keyId: string
  /** To put there what the API cannot write yet, or at all. */
  context: WorkspaceContext
  get: (path: string, headers?: Record<string, string>) => Promise<Answer>
  put: (path: string, body: unknown) => Promise<Answer>
}

export type TestService = {
  url: string
  app: FastifyInstance
  context: Context
  /** The service's clock. */
  time: { now: Date }
  /** Moves the clock on, by a minute unless said, and returns the time then as the API writes it. */
  later: (ms?: number) => string
  /** How many requests have come in. */
  received: number
  workspace: (options?: { currency?: string; plan?: Plan; scope?: Scope; keyName?: string }) => Promise<TestWorkspace>
  call: (method: string, path: string, init?: RequestInit & { key?: string | undefined }) => Promise<Answer>
}

/** A service on its own database. */
export type OwnService = TestService & {
  /** Ends the process, so to speak, and starts another one on its database. */
  restart: () => Promise<void>
}

/** Settings of the HTTP service, and what it is given besides its database. */
type Settings = Partial<AppOptions> & Pick<Context, 'images' | 'site' | 'company'>

type OwnOptions = Settings & {
  /** What is started; the server as it is by default. */
  server?: () => Promise<{ buildApp: typeof buildApp; openStore: typeof openStore }>
  /** Its database; one of the engine of the test project by default. */
  makeDatabase?: typeof newDatabase
}

type Running = Pick<TestService, 'url' | 'app' | 'context'> & {
  /** The clock that the service goes by. */
  time: TestService['time']
  close: () => Promise<void>
}

type OnOwnDatabase = Running & { restart: () => Promise<OnOwnDatabase> }

/** Runs for all test files of this process, which ends it. */
let shared: Promise<Running> | undefined

/**
 * The real service, on a database that other test files use too: each test makes its own workspaces in it. Its clock
 * is set back for each file, and the attempts of people are forgotten. With settings, the file has a service of its
 * own on that database.
 */
export function useService(settings?: Settings): TestService {
  if (!settings) return serviceOf(startShared, async () => {}).service
  return serviceOf(
    async () => startOn(await startShared(), settings),
    ({ close }) => close(),
  ).service
}

/**
 * A service on its own database, for the tests of a file: for those that look at the whole deployment, or change it.
 */
export function useOwnService(options: OwnOptions = {}): OwnService {
  const { service, replace } = serviceOf(
    () => startOnNewDatabase(options),
    ({ close }) => close(),
  )
  return Object.assign(service, { restart: () => replace(({ restart }) => restart()) })
}

function serviceOf<R extends Running>(starting: () => Promise<R>, leave: (running: R) => Promise<void>) {
  const service = { time: { now: new Date(START) }, received: 0 } as TestService
  const count = () => void service.received++
  let running: R
  const run = (started: R) => {
    running = started
    const { url, app, context, time } = running
    Object.assign(service, { url, app, context, time })
    app.server.on('request', count)
  }

  beforeAll(async () => {
    const started = await starting()
    started.time.now = service.time.now
    // All tests have the same address: what those of other files tried from it does not count.
    await forgetAttempts({ ...started.context, clock: () => new Date(END) })
    run(started)
  })
  afterAll(async () => {
    running.app.server.off('request', count)
    await leave(running)
  })

  service.call = async (method, path, { key, ...init } = {}) => {
    const authorization: Record<string, string> = key === undefined ? {} : { authorization: `Bearer ${key}` }
    const response = await fetch(`${service.url}/api/v1${path}`, {
      method,
      ...init,
      headers: { ...authorization, ...(init.headers as Record<string, string>) },
    })
    const text = await response.text()
    const isFile = response.headers.get('content-type')?.startsWith('text/csv')
    const body = isFile ? text : text === '' ? undefined : JSON.parse(text)
    return { status: response.status, headers: response.headers, body }
  }

  service.later = (ms = 60_000) => {
    service.time.now = new Date(service.time.now.getTime() + ms)
    return service.time.now.toISOString()
  }

  service.workspace = async ({ currency = 'GBP', plan = 'active', scope = 'write', keyName = 'ERP sync' } = {}) => {
    const operator = { ...service.context, actor: OPERATOR }
    // Keys cannot be made on every plan, so a workspace gets its plan once it has one.
    const { id } = await createWorkspace(operator, {
      name: 'Harbour Wholesale',
      currency,
      timezone: 'Europe/London',
      taxLabel: 'ex VAT',
      plan: 'active',
    })
    const context = { ...operator, workspaceId: id }
    const { id: keyId, key } = await createKey(context, { name: keyName, scope })
    if (plan !== 'active')
      await service.context.db.updateTable('workspace').set({ plan }).where('id', '=', id).execute()
    return {
      id,
      key,
      keyId,
      context,
      get: (path, headers) => service.call('GET', path, { key, ...(headers && { headers }) }),
      put: (path, body) => service.call('PUT', path, { key, body: JSON.stringify(body) }),
    }
  }
  return { service, replace: async (next: (running: R) => Promise<R>) => run(await next(running)) }
}

function startShared(): Promise<Running> {
  return (shared ??= startOnNewDatabase())
}

async function startOnNewDatabase({
  server,
  makeDatabase = newDatabase,
  ...settings
}: OwnOptions = {}): Promise<OnOwnDatabase> {
  const database = await makeDatabase()
  const started = server ? await server() : { buildApp, openStore }
  const time = { now: new Date(START) }
  const start = async (): Promise<OnOwnDatabase> => {
    const store = await started.openStore(database.config)
    const context: Context = { db: store.db, admissionDb: store.admissionDb, clock: () => time.now }
    const running = await startOn({ context, time }, settings, started)
    const stop = () => running.close().then(() => store.close())
    return {
      ...running,
      close: () => stop().then(() => database.remove()),
      restart: () => stop().then(start),
    }
  }
  return start()
}

async function startOn(
  on: Pick<Running, 'context' | 'time'>,
  { images, site, company, ...options }: Settings,
  started = { buildApp },
): Promise<Running> {
  const context = { ...on.context, ...(images && { images }), ...(site && { site }), ...(company && { company }) }
  const app = await started.buildApp(context, { rateLimit: 1_000_000, logLevel: 'error', tls: undefined, ...options })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, app, context, time: on.time, close: () => app.close() }
}
