import { randomUUIDv7 } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { buildWebWhenStale } from '../../scripts/build-web-when-stale.mjs'
import { buildApp } from '../../server/src/app.ts'
import type { Context } from '../../server/src/context.ts'
import type { Actor, Role } from '../../server/src/database/column-values.ts'
import { openStore } from '../../server/src/database/open.ts'
import { matchingKey } from '../../server/src/matching-key.ts'
import { beginSession } from '../../server/src/people/sessions.ts'
import { createSample } from '../../server/src/sample/create-sample.ts'
import { copyOf, newDatabase } from '../engines/test-store.ts'
import type { TestDatabase } from '../engines/test-store.ts'

export const OPERATOR: Actor = { type: 'operator', id: null, name: 'Operator' }

/** Who looks at a page: a member of the sample's staff, somebody who is no member, or somebody without a session. */
export type Viewer = Role | 'stranger' | 'nobody'

export type SampleService = {
  url: string
  context: Context
  workspaceId: string
  /** The session's cookie of each viewer, if any. */
  tokens: Record<Viewer, string | undefined>
  close: () => Promise<void>
}

/** Made once in this process; each file of tests gets a copy. */
let made: Promise<{ database: TestDatabase } & Pick<SampleService, 'workspaceId' | 'tokens'>> | undefined

/** The real service with the pages, on a copy of the sample, by the real clock. */
export async function startSample(): Promise<SampleService> {
  buildWebWhenStale()
  const { database: template, workspaceId, tokens } = await (made ??= makeSample())
  const database = await copyOf(template)
  const store = await openStore(database.config)
  const context: Context = { db: store.db, admissionDb: store.admissionDb, clock: () => new Date() }
  const app = await buildApp(context, { rateLimit: 1_000_000, logLevel: 'error', tls: undefined })
  await app.listen({ host: '127.0.0.1', port: 0 })
  return {
    url: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`,
    context,
    workspaceId,
    tokens,
    close: async () => {
      await app.close()
      await store.close()
      await database.remove()
    },
  }
}

async function makeSample() {
  const database = await newDatabase()
  const store = await openStore(database.config)
  const context: Context = { db: store.db, admissionDb: store.admissionDb, clock: () => new Date() }
  const { workspaceId } = await createSample({ ...context, actor: OPERATOR })
  const member = async (role: Role | null, name: string) => addPerson(context, workspaceId, role, name)
  const tokens = {
    owner: await member('owner', 'Olive Owner'),
    staff: await member('staff', 'Sam Staff'),
    stranger: await member(null, 'Stan Stranger'),
    nobody: undefined,
  }
  await store.close()
  return { database, workspaceId, tokens }
}

async function addPerson(context: Context, workspaceId: string, role: Role | null, name: string): Promise<string> {
  const id = randomUUIDv7()
  const at = context.clock()
  const email = `${name.split(' ')[0]!.toLowerCase()}@harbour.example`
  await context.db
    .insertInto('person')
    .values({ id, name, email, email_key: matchingKey(email), email_verified: true, created_at: at, updated_at: at })
    .execute()
  if (role) {
    await context.db
      .insertInto('member')
      .values({ workspace_id: workspaceId, person_id: id, role, created_at: at })
      .execute()
  }
  return beginSession(context, id)
}
