import { makePasskey } from '../given/authenticator.ts'
import type { TestBrowser } from '../given/browser.ts'
import { addressOf, currentPassword, inAccount } from './moves.ts'
import type { Chance, Move } from './moves.ts'
import type { Act } from './one-act.ts'
import * as rules from './passkey-rules.ts'
import { isFresh } from './state.ts'
import { PLACE } from './world.ts'

/** What people do with passkeys, once they are signed in. */
export const PASSKEY_MOVES = {
  addPasskey: (chance) =>
    inAccount(chance, async (browser) => {
      const { actor, world } = chance
      const { status, body } = await browser.call('POST', '/account/passkeys/begin')
      if (status !== 200) return proof(chance, browser)
      const [passkey, of] = [makePasskey(body.data, PLACE), addressOf(world, browser)]
      return {
        says: `adds a passkey to ${of}`,
        send: async () => {
          const answer = await browser.call('POST', '/account/passkeys', { passkey: passkey.made })
          if (answer.status === 200) actor.passkeys.push({ ...passkey, of, listed: answer.body.data.id })
          return answer
        },
        does: (state, done) => rules.addPasskey(state, done, done.answer.body.data.id),
      }
    }),
  removePasskey: (chance) =>
    inAccount(chance, async (browser) => {
      const { one, world } = chance
      const { status, body } = await browser.call('GET', '/account/passkeys')
      const passkey = one(status === 200 ? (body.data as { id: string }[]) : [])
      if (!passkey) return undefined
      return (
        staleProof(chance, browser) ?? {
          says: `removes a passkey of ${addressOf(world, browser)}`,
          send: () => browser.call('DELETE', `/account/passkeys/${passkey.id}`),
          does: (state, done) => rules.removePasskey(state, done, passkey.id),
        }
      )
    }),
  prove: (chance) => inAccount(chance, (browser) => proof(chance, browser)),
} satisfies Record<string, Move>

/** As the pages do, somebody mostly proves who they are before what asks for it; but not where they cannot. */
export function staleProof(chance: Chance, browser: TestBrowser): Promise<Proof> | undefined {
  const { world, one } = chance
  if (isFresh(world.state, browser.token, world.now) || one([true, false])) return undefined
  return proof(chance, browser)
}

type Proof = Omit<Act, 'browser'>

/** Proves by the password or by a passkey who holds the session, whoever does. */
async function proof(chance: Chance, browser: TestBrowser): Promise<Proof> {
  const { actor, one } = chance
  const passkey = one([undefined, ...actor.passkeys])
  const asked = passkey && (await browser.call('POST', '/account/proof/passkey/begin'))
  if (asked?.status !== 200) {
    const password = currentPassword(chance, browser)
    return {
      says: `proves by "${password}" who it is`,
      send: () => browser.call('POST', '/account/proof/password', { password }),
      does: (state, done) => rules.proveByPassword(state, done, password),
    }
  }
  const answer = passkey!.answer(asked.body.data, PLACE)
  return {
    says: `proves by a passkey of ${passkey!.of} who it is`,
    send: () => browser.call('POST', '/account/proof/passkey', { passkey: answer }),
    does: (state, done) => rules.proveByPasskey(state, done, passkey!.listed),
  }
}
