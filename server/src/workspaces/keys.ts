import { randomUUIDv7, hash, randomBytes } from 'node:crypto'
import { recordActivity } from './activity/record-activity.ts'
import type { Context, WorkspaceContext } from '../context.ts'
import { closeAccess, inTransaction } from '../database/transaction.ts'
import type { Actor, Scope } from '../database/column-values.ts'
import { InvalidRequest, NotFound } from '../errors.ts'
import { planAccess, readWorkspace } from './workspaces.ts'

/**
 * Creates an API key. Only its hash is stored, so the key itself can never be read again.
 * Throws NotFound for the workspace, and InvalidRequest on a plan that cannot write (demo, lapsed).
 */
export async function createKey(
  context: WorkspaceContext,
  input: { name: string; scope: Scope },
): Promise<{ id: string; key: string }> {
  const id = randomUUIDv7()
  const key = makeKey(context.workspaceId)
  await inTransaction(context, async (trx) => {
    const workspace = await readWorkspace(trx, trx.workspaceId)
    if (planAccess(workspace.plan) !== 'write') {
      throw new InvalidRequest(
        `"${workspace.name}" is on the plan ${workspace.plan}; keys need an active subscription, a trial or a pilot.`,
      )
    }
    await trx.db
      .insertInto('api_key')
      .values({
        workspace_id: trx.workspaceId,
        id,
        name: input.name,
        scope: input.scope,
        secret_hash: hashKey(key),
        created_at: trx.clock(),
      })
      .execute()
    await recordActivity(trx, {
      action: 'key.create',
      subject: { type: 'key', id, label: input.name },
      changes: { scope: input.scope },
    })
  })
  return { id, key }
}

/**
 * Revokes a key for ever; its next request is refused. Only one of `within`, if that is given. Idempotent. Throws
 * NotFound.
 */
export async function revokeKey(
  context: Context & { actor: Actor },
  keyId: string,
  within?: string,
): Promise<{ id: string }> {
  await inTransaction(context, async (trx) => {
    // The operator gives no workspace; then this look-up covers all workspaces.
    const key = await trx.db
      .selectFrom('api_key')
      .select(['workspace_id', 'name'])
      .where('id', '=', keyId)
      .$if(within !== undefined, (query) => query.where('workspace_id', '=', within!))
      .executeTakeFirst()
    if (!key) throw new NotFound(`There is no key ${keyId}.`)
    await closeAccess(trx.db, keyId)
    const revoked = await trx.db
      .updateTable('api_key')
      .set({ revoked_at: trx.clock() })
      .where('workspace_id', '=', key.workspace_id)
      .where('id', '=', keyId)
      .where('revoked_at', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (!revoked) return
    await recordActivity(
      { ...trx, workspaceId: key.workspace_id },
      { action: 'key.revoke', subject: { type: 'key', id: keyId, label: key.name }, changes: {} },
    )
  })
  return { id: keyId }
}

/** Whether a key is known and not revoked. */
export async function isLiveKey(context: Context, key: string): Promise<boolean> {
  const workspaceId = workspaceOfKey(key)
  if (workspaceId === null) return false
  const found = await context.db
    .selectFrom('api_key')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('secret_hash', '=', hashKey(key))
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return found !== undefined
}

/** Keys of one workspace or of all, oldest first; for the operator. */
export async function listKeys(context: Context, workspaceId?: string) {
  const rows = await context.db
    .selectFrom('api_key')
    .selectAll()
    .$if(workspaceId !== undefined, (query) => query.where('workspace_id', '=', workspaceId!))
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    workspaceId: row.workspace_id,
    name: row.name,
    scope: row.scope,
    createdAt: row.created_at.toISOString(),
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
    revokedAt: row.revoked_at?.toISOString() ?? null,
  }))
}

const PREFIX = 'tck'
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const BASE = BigInt(ALPHABET.length)
/** A UUID of 128 bits in base 62. */
const WORKSPACE_DIGITS = 22
const RANDOM_CHARACTERS = 32
const SHAPE = new RegExp(`^${PREFIX}_([0-9A-Za-z]{${WORKSPACE_DIGITS}})_[0-9A-Za-z]{${RANDOM_CHARACTERS}}$`)

/** A new key. It contains its workspace, so that its look-up reads only rows of that workspace. */
export function makeKey(workspaceId: string): string {
  return `${PREFIX}_${encodeUuid(workspaceId)}_${randomCharacters(RANDOM_CHARACTERS)}`
}

/** The hash that is stored and looked up (decision 11). SHA-256 suffices for a secret of 190 random bits. */
export function hashKey(key: string): Buffer {
  return hash('sha256', key, 'buffer')
}

/** The workspace in a key, or null where the text is no key. */
export function workspaceOfKey(key: string): string | null {
  const digits = SHAPE.exec(key)?.[1]
  return digits === undefined ? null : decodeUuid(digits)
}

function encodeUuid(uuid: string): string {
  let rest = BigInt(`0x${uuid.replaceAll('-', '')}`)
  let digits = ''
  for (let i = 0; i < WORKSPACE_DIGITS; i++) {
    digits = ALPHABET[Number(rest % BASE)] + digits
    rest /= BASE
  }
  return digits
}

function decodeUuid(digits: string): string | null {
  const value = [...digits].reduce((sum, digit) => sum * BASE + BigInt(ALPHABET.indexOf(digit)), 0n)
  const hex = value.toString(16).padStart(32, '0')
  return hex.length > 32 ? null : hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** Rejection sampling: bytes from 248 on are skipped, so that all 62 characters are equally likely. */
function randomCharacters(count: number): string {
  let characters = ''
  while (characters.length < count) {
    for (const byte of randomBytes(count)) {
      if (byte < 248 && characters.length < count) characters += ALPHABET[byte % ALPHABET.length]
    }
  }
  return characters
}
