import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { buildApp } from '../../server/src/app.ts'
import type { Context, WorkspaceContext } from '../../server/src/context.ts'
import { openStore } from '../../server/src/database/open.ts'
import { matchingKey } from '../../server/src/lib/matching-key.ts'
import { setPassword } from '../../server/src/people/members.ts'
import { addPerson } from '../../server/src/people/persons.ts'
import { beginSession } from '../../server/src/people/sessions.ts'
import { createSample, SAMPLE_BUYER_EMAIL, SAMPLE_OWNER_ID } from '../../server/src/ops/sample/create-sample.ts'
import { OPERATOR } from '../../server/src/ops/operations/operate.ts'
import { copyOf, newDatabase } from '../engines/test-store.ts'

/** How a member of the sample's staff signs in. */
export const SIGN_IN = { email: 'tom@calder.example', password: 'a password of the tests' }

/** Who looks at a page: the sample's staff, one of its buyers, somebody who is neither, or nobody who is signed in. */
export type Viewer = 'owner' | 'manager' | 'pricing' | 'buyer' | 'stranger' | 'nobody'

export type SampleService = {
  url: string
  app: FastifyInstance
  context: Context
  workspaceId: string
  /** To write as the operator of the sample. */
  operator: WorkspaceContext
  /** The number of the newest order. */
  lastOrder: number
  /** The session's cookie of each viewer, if any. */
  tokens: Record<Viewer, string | undefined>
  close: () => Promise<void>
}

/** Made once in this process; each file of tests gets a copy. */
let made: ReturnType<typeof makeSample> | undefined

/** The real service with the pages, on a copy of the sample, by the real clock or always at the same time. */
export async function startSample({ images, at }: Pick<Context, 'images'> & { at?: Date }): Promise<SampleService> {
  const clock = () => at ?? new Date()
  const {
    database: template,
    workspaceId,
    lastOrder,
    tokens,
  } = await (at ? makeSample(clock) : (made ??= makeSample(clock)))
  const database = await copyOf(template)
  const store = await openStore(database.config)
  const context: Context = { images, db: store.db, admissionDb: store.admissionDb, clock }
  // The sessions were begun with the sample, which may be a while ago.
  await store.db.updateTable('session').set({ proved_at: context.clock() }).execute()
  const app = await buildApp(context, { rateLimit: 1_000_000, logLevel: 'error', tls: undefined })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  context.site = { url, sendsMail: false }
  return {
    url,
    app,
    context,
    workspaceId,
    lastOrder,
    operator: { ...context, workspaceId, actor: OPERATOR },
    tokens,
    close: async () => {
      await app.close()
      await store.close()
      await database.remove()
    },
  }
}

async function makeSample(clock: Context['clock']) {
  const database = await newDatabase()
  const store = await openStore(database.config)
  const context: Context = { db: store.db, admissionDb: store.admissionDb, clock }
  const { workspaceId } = await createSample({ ...context, actor: OPERATOR })
  const stranger = await addPerson(context, {
    name: 'Stan Stranger',
    email: 'stan@elsewhere.example',
    isVerified: true,
    passwordHash: 'none',
  })
  await setPassword(context, SIGN_IN)
  const tokens = {
    owner: await beginSession(context, SAMPLE_OWNER_ID),
    manager: await sessionOf(context, SIGN_IN.email),
    pricing: await sessionOf(context, 'priya@calder.example'),
    buyer: await sessionOf(context, SAMPLE_BUYER_EMAIL),
    stranger: await beginSession(context, stranger!),
    nobody: undefined,
  }
  const { last_number: lastOrder } = await store.db
    .selectFrom('order_counter')
    .select('last_number')
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirstOrThrow()
  await store.close()
  return { database, workspaceId, lastOrder, tokens }
}

/** A customer of the sample. */
export async function customerIdOf({ context, workspaceId }: SampleService, code: string): Promise<string> {
  const { id } = await context.db
    .selectFrom('customer')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('account_code_key', '=', matchingKey(code))
    .executeTakeFirstOrThrow()
  return id
}

/** The buyer of the sample who signs in. */
export function buyerOf({ context, workspaceId }: Pick<SampleService, 'context' | 'workspaceId'>) {
  const person = context.db.selectFrom('person').select('id').where('email_key', '=', SAMPLE_BUYER_EMAIL)
  const buyers = context.db.selectFrom('buyer').selectAll().where('workspace_id', '=', workspaceId)
  return buyers.where('person_id', '=', person).executeTakeFirstOrThrow()
}

async function sessionOf(context: Context, email: string): Promise<string> {
  const person = await context.db
    .selectFrom('person')
    .select('id')
    .where('email_key', '=', email)
    .executeTakeFirstOrThrow()
  return beginSession(context, person.id)
}
