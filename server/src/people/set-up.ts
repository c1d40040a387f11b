import { randomInt } from 'node:crypto'
import type { Context } from '../context.ts'
import { recordActivity } from '../workspaces/activity/record-activity.ts'
import { inTransaction } from '../database/transaction.ts'
import { invalidField, InvalidRequest } from '../errors.ts'
import type { InvalidInput } from '../errors.ts'
import { createWorkspace } from '../workspaces/workspaces.ts'
import type { NewWorkspace } from '../workspaces/workspaces.ts'
import { countAttempt, tokenLimits } from './attempts.ts'
import { hashPassword } from './credentials.ts'
import { addPerson, lockPerson } from './persons.ts'
import { tokenHash } from './secret-token.ts'
import { enter } from './sign-in.ts'
import type { SignedIn, Visitor } from './sign-in.ts'

/** Without letters and digits that look alike. */
const ALPHABET = 'ABCDEFGHJKMNPQRSTVWXYZ23456789'
const GROUPS = 4
const GROUP_LENGTH = 4

/** Whether nobody can sign in yet. */
export async function needsSetUp({ db }: Context): Promise<boolean> {
  return (await db.selectFrom('person').select('id').limit(1).executeTakeFirst()) === undefined
}

/** Makes the code that the first person has to know; an earlier one no longer works. Null where there is a person. */
export async function makeSetUpCode(context: Context): Promise<string | null> {
  if (!(await needsSetUp(context))) return null
  const code = Array.from({ length: GROUPS }, () => randomGroup()).join('-')
  const values = { code_hash: tokenHash(code), created_at: context.clock() }
  await context.db
    .insertInto('set_up_code')
    .values({ id: 1, ...values })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
    .execute()
  return code
}

/**
 * Makes the first person, and their workspace. Throws InvalidInput for a wrong code, InvalidRequest where there is a
 * person already, and RateLimited.
 */
export async function setUp(
  context: Context,
  input: {
    code: string
    name: string
    email: string
    password: string
    workspace: Omit<NewWorkspace, 'plan' | 'slug'>
  },
  visitor: Visitor,
): Promise<SignedIn & { slug: string }> {
  await countAttempt(context, tokenLimits(visitor.ipAddress))
  // Whoever does not know the code makes nobody hash.
  if (!(await isCode(context, input.code))) throw await refusal(context)
  const passwordHash = await hashPassword(input.password, visitor.ipAddress)
  return inTransaction(context, async (trx) => {
    if (!(await needsSetUp(trx)) || !(await useCode(trx, input.code))) throw await refusal(trx)
    const { name, email } = input
    const personId = (await addPerson(trx, { name, email, isVerified: true, passwordHash }))!
    const actor = { type: 'staff', id: personId, name } as const
    const { id: workspaceId, slug } = await createWorkspace({ ...trx, actor }, { ...input.workspace, plan: 'active' })
    await trx.db
      .insertInto('member')
      .values({ workspace_id: workspaceId, person_id: personId, role: 'owner', created_at: trx.clock() })
      .execute()
    await recordActivity(
      { ...trx, workspaceId, actor },
      { action: 'member.join', subject: { type: 'person', id: personId, label: name }, changes: { role: 'owner' } },
    )
    return { ...(await enter(trx, (await lockPerson(trx, personId))!, visitor)), slug }
  })
}

/** Of two calls with the code, the second waits for the first, and finds no code. */
async function useCode({ db }: Context, code: string): Promise<boolean> {
  const used = await db
    .deleteFrom('set_up_code')
    .where('id', '=', 1)
    .where('code_hash', '=', codeHash(code))
    .returning('id')
    .executeTakeFirst()
  return used !== undefined
}

async function isCode({ db }: Context, code: string): Promise<boolean> {
  const found = await db
    .selectFrom('set_up_code')
    .select('id')
    .where('id', '=', 1)
    .where('code_hash', '=', codeHash(code))
    .executeTakeFirst()
  return found !== undefined
}

function codeHash(code: string): string {
  return tokenHash(code.toUpperCase())
}

async function refusal(context: Context): Promise<InvalidInput | InvalidRequest> {
  return (await needsSetUp(context))
    ? invalidField('code', 'Must be the code that the service printed when it last started.')
    : new InvalidRequest('This service was set up already: sign in.')
}

function randomGroup(): string {
  return Array.from({ length: GROUP_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
}
