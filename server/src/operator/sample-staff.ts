import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { DatabaseConfig } from '../config.ts'
import type { Context } from '../context.ts'
import { inTransaction } from '../database/transaction.ts'
import { recordActivity } from '../activity/record-activity.ts'
import { hashPassword, isPassword } from '../people/password-hash.ts'
import { setPasswordHash } from '../people/persons.ts'
import { addPeople } from '../sample/add-people.ts'
import { STAFF } from '../sample/people.ts'
import { readAddress } from '../workspaces/addresses.ts'
import { SAMPLE_WORKSPACE_ID } from '../workspaces/sample-workspace.ts'
import { readSecret, writeSecret } from './secret-file.ts'
import { OPERATOR } from './run-as-operator.ts'

/** How to sign in as the owner of the sample. `password` is null where the owner has chosen another one. */
export type SampleStaff = { slug: string; email: string; password: string | null }

const OWNER = STAFF[0]

/**
 * Returns how to sign in as the owner of the sample; null where there is no sample, or that person has left it. The
 * embedded store keeps the password in its folder for later starts. On a server, each start makes another one.
 */
export async function sampleStaff(context: Context, database: DatabaseConfig): Promise<SampleStaff | null> {
  const owner = await findOwner(context)
  if (!owner) return null
  const { email } = owner
  const slug = await readAddress(context, SAMPLE_WORKSPACE_ID)
  const file = database.engine === 'embedded' ? join(database.dataDir, 'sample-password') : null
  const saved = file && readSecret(file)
  if (saved && (await isPassword(saved, owner.hash, 'start'))) return { slug, email, password: saved }
  if (owner.hash !== null && !owner.made_at_start) return { slug, email, password: null }

  const password = randomBytes(12).toString('base64url')
  await setPasswordHash(context, owner.id, await hashPassword(password, 'start'), { madeAtStart: true })
  if (file) writeSecret(file, password)
  return { slug, email, password }
}

async function findOwner(context: Context) {
  const find = () =>
    context.db
      .selectFrom('member as m')
      .innerJoin('person as p', 'p.id', 'm.person_id')
      .leftJoin('password as w', 'w.person_id', 'p.id')
      .select(['p.id', 'p.email', 'w.hash', 'w.made_at_start'])
      .where('m.workspace_id', '=', SAMPLE_WORKSPACE_ID)
      .where('m.person_id', '=', OWNER.id)
      .executeTakeFirst()
  return (await find()) ?? ((await addToOldSample(context)) ? find() : undefined)
}

/** A sample that was made by an earlier version has no staff yet. */
async function addToOldSample(context: Context): Promise<boolean> {
  return inTransaction({ ...context, workspaceId: SAMPLE_WORKSPACE_ID, actor: OPERATOR }, async (trx) => {
    const sample = await trx.db
      .selectFrom('workspace')
      .select(['id', 'name'])
      .where('id', '=', SAMPLE_WORKSPACE_ID)
      .executeTakeFirst()
    const known = await trx.db.selectFrom('person').select('id').where('id', '=', OWNER.id).executeTakeFirst()
    if (!sample || known) return false
    await addPeople(trx, trx.clock())
    await recordActivity(trx, {
      action: 'workspace.add_staff',
      subject: { type: 'workspace', id: sample.id, label: sample.name },
      changes: {},
    })
    return true
  })
}
