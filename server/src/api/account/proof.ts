import { z } from 'zod'
import { envelope } from '../../http/envelope.ts'
import { operation } from '../../http/operation.ts'
import type { RoutePlugin } from '../../http/route-plugin.ts'
import { DONE, Done } from '../done.ts'
import { askForProof, proveByPasskey, proveByPassword } from '../../people/prove.ts'
import { password } from './input.ts'
import { GivenPasskey, PasskeyOptions } from './passkey-schema.ts'

/** How somebody who is signed in shows that it is still them, before acts that are hard to take back. */
export const proofRoutes: RoutePlugin = async (app) => {
  app.post(
    '/proof/password',
    operation('proveByPassword', 'Prove by the password who holds the session', {
      body: z.object({ password }),
      answer: Done,
    }),
    async ({ people, holder, visitor: { ipAddress }, body }) => {
      await proveByPassword(people, holder, body.password, ipAddress)
      return DONE
    },
  )

  app.post(
    '/proof/passkey/begin',
    operation('beginProof', 'Ask for a passkey of the person', { answer: envelope(PasskeyOptions) }),
    async ({ people, holder }) => ({ data: { ...(await askForProof(people, holder.personId)) } }),
  )

  app.post(
    '/proof/passkey',
    operation('proveByPasskey', 'Prove by a passkey who holds the session', {
      body: z.object({ passkey: GivenPasskey }),
      answer: Done,
    }),
    async ({ people, holder, body }) => {
      await proveByPasskey(people, holder, body.passkey)
      return DONE
    },
  )
}
