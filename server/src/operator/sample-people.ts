import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { DatabaseConfig } from '../config.ts'
import type { Context } from '../context.ts'
import { inTransaction } from '../database/transaction.ts'
import { recordActivity } from '../activity/record-activity.ts'
import { hashPassword, isPassword } from '../people/password-hash.ts'
import { setPasswordHash } from '../people/persons.ts'
import { addBuyerPeople, addPeople } from '../sample/add-people.ts'
import { BUYER_EMAIL, STAFF } from '../sample/people.ts'
import { readAddress } from '../workspaces/addresses.ts'
import { SAMPLE_WORKSPACE_ID } from '../workspaces/sample-workspace.ts'
import { readSecret, writeSecret } from './secret-file.ts'
import { OPERATOR } from './run-as-operator.ts'

/** How to sign in to the sample. `password` is null where the person has chosen another one. */
export type SampleSignIn = { slug: string; email: string; password: string | null }

/** Null for who is not there any more. */
export type SamplePeople = { staff: SampleSignIn | null; buyer: SampleSignIn | null }

type Found = { id: string; email: string; hash: string | null; made_at_start: boolean | null }

const OWNER = STAFF[0]

/**
 * Returns how to sign in to the sample as its owner and as a buyer; null where there is no sample, or the person has left
 * it. The embedded store keeps the passwords in its folder for later starts. On a server, each start makes other ones.
 */
export async function samplePeople(context: Context, database: DatabaseConfig): Promise<SamplePeople> {
  const owner = (await findOwner(context)) ?? ((await addToOldSample(context)) ? await findOwner(context) : undefined)
  const buyer =
    (await findBuyer(context)) ?? ((await addBuyersToOldSample(context)) ? await findBuyer(context) : undefined)
  return {
    staff: owner ? await signInAs(context, owner, database, 'sample-password') : null,
    buyer: buyer ? await signInAs(context, buyer, database, 'sample-buyer-password') : null,
  }
}

async function signInAs(
  context: Context,
  { id, email, hash, made_at_start: madeAtStart }: Found,
  database: DatabaseConfig,
  fileName: string,
): Promise<SampleSignIn> {
  const slug = await readAddress(context, SAMPLE_WORKSPACE_ID)
  const file = database.engine === 'embedded' ? join(database.dataDir, fileName) : null
  const saved = file && readSecret(file)
  if (saved && (await isPassword(saved, hash, 'start'))) return { slug, email, password: saved }
  if (hash !== null && !madeAtStart) return { slug, email, password: null }

  const password = randomBytes(12).toString('base64url')
  await setPasswordHash(context, id, await hashPassword(password, 'start'), { madeAtStart: true })
  if (file) writeSecret(file, password)
  return { slug, email, password }
}

async function findOwner(context: Context): Promise<Found | undefined> {
  return context.db
    .selectFrom('member as m')
    .innerJoin('person as p', 'p.id', 'm.person_id')
    .leftJoin('password as w', 'w.person_id', 'p.id')
    .select(['p.id', 'p.email', 'w.hash', 'w.made_at_start'])
    .where('m.workspace_id', '=', SAMPLE_WORKSPACE_ID)
    .where('m.person_id', '=', OWNER.id)
    .executeTakeFirst()
}

async function findBuyer(context: Context): Promise<Found | undefined> {
  return context.db
    .selectFrom('buyer as b')
    .innerJoin('person as p', 'p.id', 'b.person_id')
    .leftJoin('password as w', 'w.person_id', 'p.id')
    .select(['p.id', 'p.email', 'w.hash', 'w.made_at_start'])
    .where('b.workspace_id', '=', SAMPLE_WORKSPACE_ID)
    .where('b.email_key', '=', BUYER_EMAIL)
    .where('b.status', '=', 'active')
    .executeTakeFirst()
}

/** A sample that was made by an earlier version has no staff yet. */
async function addToOldSample(context: Context): Promise<boolean> {
  return inSample(context, 'workspace.add_staff', async (trx) => {
    const known = await trx.db.selectFrom('person').select('id').where('id', '=', OWNER.id).executeTakeFirst()
    if (known) return false
    await addPeople(trx, trx.clock())
    return true
  })
}

/** Its buyers could not sign in either. */
async function addBuyersToOldSample(context: Context): Promise<boolean> {
  return inSample(context, 'workspace.add_buyers', async (trx) => (await addBuyerPeople(trx, trx.clock())) > 0)
}

async function inSample(
  context: Context,
  action: string,
  add: (trx: Parameters<typeof addPeople>[0]) => Promise<boolean>,
): Promise<boolean> {
  return inTransaction({ ...context, workspaceId: SAMPLE_WORKSPACE_ID, actor: OPERATOR }, async (trx) => {
    const sample = await trx.db
      .selectFrom('workspace')
      .select(['id', 'name'])
      .where('id', '=', SAMPLE_WORKSPACE_ID)
      .executeTakeFirst()
    if (!sample || !(await add(trx))) return false
    const subject = { type: 'workspace', id: sample.id, label: sample.name }
    await recordActivity(trx, { action, subject, changes: {} })
    return true
  })
}
