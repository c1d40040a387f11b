import { filled, NOTHING, one, PLAIN } from './case.ts'
import type { Case, Cases } from './case.ts'

const TOKEN = 'x'.repeat(43)
const PASSWORD = 'a long password that nobody has'
const email = (number: number) => `stranger-${number}@nobody.example`

const text = 'x'.repeat(12_000)
const credential = { id: text, rawId: text, type: 'public-key' }
const clientDataJSON = Buffer.from(JSON.stringify({ challenge: TOKEN })).toString('base64url')
const given = {
  ...credential,
  response: { clientDataJSON, authenticatorData: text, signature: text, userHandle: text },
}
const added = { ...credential, response: { clientDataJSON, attestationObject: text } }

const spare: Case = ({ spares }, number) => ({ session: one(spares, number) })

/** Of the account's own pages, most of them for somebody who is not signed in. */
export const ACCOUNT_CASES: Cases = {
  readMe: PLAIN,
  updateMe: (_stock, number) => ({ body: { name: filled(200, number) } }),
  useNewEmail: () => ({ body: { token: TOKEN } }),
  callOffWaiting: PLAIN,
  callOffNewEmail: () => ({ body: { token: TOKEN } }),
  listSessions: PLAIN,
  endSession: () => ({ params: { id: NOTHING } }),
  signIn: (_stock, number) => ({ body: { email: email(number), password: PASSWORD } }),
  signOut: spare,
  signOutEverywhere: spare,
  requestSignInLink: (_stock, number) => ({ body: { email: email(number) } }),
  useSignInLink: () => ({ body: { token: TOKEN } }),
  requestReset: (_stock, number) => ({ body: { email: email(number) } }),
  resetPassword: () => ({ body: { token: TOKEN, password: PASSWORD } }),
  readInvitation: () => ({ params: { token: TOKEN } }),
  acceptInvitation: (_stock, number) => ({
    params: { token: TOKEN },
    body: { name: filled(200, number), password: PASSWORD },
  }),
  readPasskeyPlace: PLAIN,
  beginPasskeySignIn: PLAIN,
  signInByPasskey: () => ({ body: { passkey: given } }),
  listPasskeys: PLAIN,
  beginPasskey: PLAIN,
  addPasskey: () => ({ body: { passkey: added } }),
  renamePasskey: (_stock, number) => ({ params: { id: NOTHING }, body: { name: filled(200, number) } }),
  removePasskey: () => ({ params: { id: NOTHING } }),
  proveByPassword: () => ({ body: { password: PASSWORD }, refused: 'password' }),
  beginProof: PLAIN,
  proveByPasskey: () => ({ body: { passkey: given } }),
  readSetUp: PLAIN,
  setUp: (_stock, number) => ({
    body: {
      code: filled(50, number),
      name: 'Olive',
      email: email(number),
      password: PASSWORD,
      workspace: { name: 'New', currency: 'GBP', timezone: 'Europe/London', taxLabel: 'ex VAT' },
    },
  }),
  readPortalEntry: ({ attacker }) => ({ params: { address: attacker.slug } }),
}
