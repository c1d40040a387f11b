import { startAuthentication, startRegistration } from '@simplewebauthn/browser'
import { Trouble, api } from './api.ts'
import type { components } from './app-api.d.ts'

type Me = components['schemas']['Me']

/** Signs in with a passkey of this browser. Throws Trouble where the person gives none. */
export async function signInByPasskey(): Promise<Me> {
  const begun = await api.POST('/app-api/account/sign-in/passkey/begin')
  const passkey = await give(begun.data)
  return (await api.POST('/app-api/account/sign-in/passkey', { body: { passkey } })).data
}

/** Proves by a passkey who uses this session. Throws Trouble where the person gives none. */
export async function proveByPasskey(): Promise<void> {
  const begun = await api.POST('/app-api/account/proof/passkey/begin')
  await api.POST('/app-api/account/proof/passkey', { body: { passkey: await give(begun.data) } })
}

/** Makes a passkey, and adds it to the account. Throws Trouble where the person makes none. */
export async function addPasskey(): Promise<void> {
  const begun = await api.POST('/app-api/account/passkeys/begin')
  const optionsJSON = begun.data as unknown as Parameters<typeof startRegistration>[0]['optionsJSON']
  const passkey = await startRegistration({ optionsJSON }).catch(inWords)
  const { response } = passkey
  await api.POST('/app-api/account/passkeys', {
    body: { passkey: { ...passkey, response: { ...response, transports: response.transports ?? [] } } },
  })
}

async function give(options: unknown) {
  const optionsJSON = options as Parameters<typeof startAuthentication>[0]['optionsJSON']
  return startAuthentication({ optionsJSON }).catch(inWords)
}

/** Browsers do not tell a refusal from a timeout, nor from a device that has no passkey. */
function inWords(error: unknown): never {
  const { name } = error as Error
  if (name === 'InvalidStateError') throw new Trouble('This device already has a passkey of yours.')
  if (name === 'NotAllowedError' || name === 'AbortError') throw new Trouble('No passkey was given: try again.')
  throw new Trouble('This browser could not use a passkey here. Try another one.')
}
