import { randomBytes } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseConfig } from '../../config.ts'
import type { Context } from '../../context.ts'
import { hasEmail } from '../../customers/buyers.ts'
import type { Database } from '../../database/tables.ts'
import { hashPassword, isPassword } from '../../people/credentials.ts'
import { setPasswordHash } from '../../people/persons.ts'
import { createSample, SAMPLE_BUYER_EMAIL, SAMPLE_OWNER_ID } from '../sample/create-sample.ts'
import { readAddress } from '../../workspaces/addresses.ts'
import { createKey, isLiveKey } from '../../workspaces/keys.ts'
import { planAccess, SAMPLE_WORKSPACE_ID, listWorkspaces } from '../../workspaces/workspaces.ts'
import { OPERATOR } from './operate.ts'

/**
 * Creates the sample workspace if the database is empty. Returns a key for it; null if there is no sample, or its plan
 * allows no key. The embedded store keeps the key in its folder for later starts. On a server, or after the key was
 * revoked, each start creates another key.
 */
export async function sampleKey(context: Context, database: DatabaseConfig): Promise<string | null> {
  const file = database.engine === 'embedded' ? join(database.dataDir, 'sample-key') : null
  const saved = file && readSecret(file)
  if (saved && (await isLiveKey(context, saved))) return saved

  const workspaces = await listWorkspaces(context)
  const sample = workspaces.find(({ id }) => id === SAMPLE_WORKSPACE_ID)
  if (workspaces.length > 0 && (!sample || planAccess(sample.plan) !== 'write')) return null
  const made = sample ? null : (await createSample({ ...context, actor: OPERATOR })).key
  const key = made ?? (await anotherKey(context))
  if (file) writeSecret(file, key)
  return key
}

async function anotherKey(context: Context): Promise<string> {
  const workspace = { ...context, actor: OPERATOR, workspaceId: SAMPLE_WORKSPACE_ID }
  return (await createKey(workspace, { name: 'Sample key', scope: 'write' })).key
}

/** How to sign in to the sample. `password` is null where the person has chosen another one. */
export type SampleSignIn = { slug: string; email: string; password: string | null }

/** Null for who is not there any more. */
export type SamplePeople = { staff: SampleSignIn | null; buyer: SampleSignIn | null }

type Found = { id: string; email: string; hash: string | null; made_at_start: boolean | null }

/**
 * Returns how to sign in to the sample as its owner and as a buyer; null where there is no sample, or the person has
 * left it. The embedded store keeps the passwords in its folder for later starts. On a server, each start makes other
 * ones.
 */
export async function samplePeople(context: Context, database: DatabaseConfig): Promise<SamplePeople> {
  const owner = await findOwner(context)
  const buyer = await findBuyer(context)
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

async function findOwner({ db }: Context): Promise<Found | undefined> {
  const member = await db
    .selectFrom('member')
    .select('person_id')
    .where('workspace_id', '=', SAMPLE_WORKSPACE_ID)
    .where('person_id', '=', SAMPLE_OWNER_ID)
    .executeTakeFirst()
  return member && findPerson(db, member.person_id)
}

async function findBuyer({ db }: Context): Promise<Found | undefined> {
  const buyer = await db
    .selectFrom('buyer')
    .select('person_id')
    .where('workspace_id', '=', SAMPLE_WORKSPACE_ID)
    .where(hasEmail('buyer', SAMPLE_WORKSPACE_ID, SAMPLE_BUYER_EMAIL))
    .where('status', '=', 'active')
    .executeTakeFirst()
  return buyer?.person_id ? findPerson(db, buyer.person_id) : undefined
}

function findPerson(db: Database, id: string): Promise<Found | undefined> {
  return db
    .selectFrom('person as p')
    .leftJoin('password as w', 'w.person_id', 'p.id')
    .select(['p.id', 'p.email', 'w.hash', 'w.made_at_start'])
    .where('p.id', '=', id)
    .executeTakeFirst()
}

/** The text of the file; null where it cannot be read. */
function readSecret(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}

/** Writes a file that only its user may read. Always a new file: an existing one would keep its mode. */
function writeSecret(file: string, secret: string): void {
  rmSync(file, { force: true })
  writeFileSync(file, secret, { mode: 0o600, flag: 'wx' })
}
