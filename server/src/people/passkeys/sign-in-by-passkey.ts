import type { AuthenticationResponseJSON } from '@simplewebauthn/server'
import type { Context } from '../../context.ts'
import { inTransaction } from '../../database/transaction.ts'
import { countAttempt, passkeyLimits, takeBackAttempt } from '../attempts.ts'
import { refuseOfCompany } from '../company/company-domains.ts'
import { lockPerson } from '../persons.ts'
import { enter } from '../sign-in.ts'
import type { SignedIn, Visitor } from '../sign-in.ts'
import { askForPasskey, checkAnswer, noteUse } from './check-answer.ts'

/** What the browser needs to sign somebody in with any passkey that it has of this service. Throws RateLimited. */
export async function beginSignIn(context: Context, { ipAddress }: Visitor) {
  await countAttempt(context, passkeyLimits(ipAddress))
  return askForPasskey(context, { purpose: 'sign_in', personId: null })
}

/** Signs in with a passkey. Throws as `checkAnswer` does. */
export async function signInByPasskey(
  context: Context,
  answer: AuthenticationResponseJSON,
  visitor: Visitor,
): Promise<SignedIn> {
  const checked = await checkAnswer(context, answer, { purpose: 'sign_in', personId: null })
  const entered = await inTransaction(context, async (trx) => {
    const person = (await lockPerson(trx, checked.personId))!
    refuseOfCompany(trx, person.email)
    await noteUse(trx, checked)
    return enter(trx, person, visitor, 'passkey')
  })
  await takeBackAttempt(context, passkeyLimits(visitor.ipAddress))
  return entered
}
