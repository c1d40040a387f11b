import type { Context, WorkspaceContext } from '../context.ts'
import { recordActivity } from '../workspaces/activity/record-activity.ts'
import type { Role } from '../database/column-values.ts'
import { inTransaction } from '../database/transaction.ts'
import { InvalidRequest, NotFound } from '../errors.ts'
import { readWorkspace } from '../workspaces/workspaces.ts'
import { replacePassword } from './credentials.ts'
import { hashPassword } from './password-hash.ts'
import { addPerson, findPerson, lockPerson } from './persons.ts'

/** Who waits for the hash of a password: the operator. */
const OWNER_OF_HASH = 'operator'

/**
 * Adds a person with a password as a member; for the operator, who vouches for the e-mail. Throws NotFound for the
 * workspace, and InvalidRequest if there is an account with the e-mail.
 */
export async function addMember(
  context: WorkspaceContext,
  { name, email, role, password }: { name: string; email: string; role: Role; password: string },
): Promise<{ id: string }> {
  const passwordHash = await hashPassword(password, OWNER_OF_HASH)
  return inTransaction(context, async (trx) => {
    await readWorkspace(trx, trx.workspaceId)
    const id = await addPerson(trx, { name, email, isVerified: true, passwordHash })
    if (id === undefined) {
      throw new InvalidRequest(
        `There is an account with the e-mail "${email}" already: leave out the password to invite it.`,
      )
    }
    await trx.db
      .insertInto('member')
      .values({ workspace_id: trx.workspaceId, person_id: id, role, created_at: trx.clock() })
      .execute()
    await recordActivity(trx, {
      action: 'member.add',
      subject: { type: 'person', id, label: name },
      changes: { role },
    })
    return { id }
  })
}

/** Sets the password of a person, and ends all their sessions; for the operator. Throws NotFound. */
export async function setPassword(
  context: Context,
  { email, password }: { email: string; password: string },
): Promise<{ id: string }> {
  const person = await findPerson(context, email)
  if (!person) throw new NotFound(`There is no person with the e-mail "${email}".`)
  const hash = await hashPassword(password, OWNER_OF_HASH)
  await inTransaction(context, async (trx) => {
    await replacePassword(trx, (await lockPerson(trx, person.id))!, hash)
  })
  return { id: person.id }
}
