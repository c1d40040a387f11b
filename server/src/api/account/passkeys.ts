import { z } from 'zod'
import { envelope } from '../../http/envelope.ts'
import { operation } from '../../http/operation.ts'
import type { RoutePlugin } from '../../http/operation.ts'
import { addPasskey, beginAdding, listPasskeys, removePasskey, renamePasskey } from '../../people/passkeys/passkeys.ts'
import { passkeyPlace } from '../../people/passkeys/relying-party.ts'
import { beginSignIn, signInByPasskey } from '../../people/sign-in.ts'
import { nameInput } from '../../people/persons.ts'
import { enter } from './sign-in.ts'
import { Me } from './me.ts'

// What browsers and the service say to each other about passkeys: WebAuthn's own JSON, of which the service looks at
// little.

const text = z.string().max(12_000)

/** What a browser gets to make a passkey, or to ask for one. */
export const PasskeyOptions = z
  .looseObject({ challenge: z.string() })
  .meta({ id: 'PasskeyOptions', description: 'Options for `navigator.credentials`, as JSON.' })

const credential = z.object({
  id: text,
  rawId: text,
  type: z.literal('public-key'),
  authenticatorAttachment: z.enum(['platform', 'cross-platform']).optional().catch(undefined),
})

/** No extension is asked for. */
const withoutExtensions = <T extends object>(given: T) => ({ ...given, clientExtensionResults: {} })

/** A passkey that a browser has made, as `PublicKeyCredential.toJSON()` gives it. */
const AddedPasskey = credential
  .extend({
    response: z.object({
      clientDataJSON: text,
      attestationObject: text,
      transports: z.array(z.string().max(50)).max(10).default([]),
    }),
  })
  .transform(withoutExtensions)

/** The answer of a passkey, as `PublicKeyCredential.toJSON()` gives it. */
export const GivenPasskey = credential
  .extend({
    response: z.object({
      clientDataJSON: text,
      authenticatorData: text,
      signature: text,
      userHandle: text.optional(),
    }),
  })
  .transform(withoutExtensions)

const params = z.object({ id: z.uuid('Must be an id: a UUID.') })
const Done = envelope(z.object({ id: z.uuid() }))

const Passkey = z
  .object({
    id: z.uuid(),
    name: z.string(),
    createdAt: z.iso.datetime(),
    lastUsedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Passkey' })

const Place = z
  .object({
    origin: z.string().nullable().meta({ description: 'Where passkeys work; null for nowhere.' }),
    reason: z.string().nullable().meta({ description: 'Why they work nowhere.' }),
  })
  .meta({ id: 'PasskeyPlace' })

export const passkeyRoutes: RoutePlugin = async (app) => {
  app.get(
    '/passkeys/place',
    operation('readPasskeyPlace', 'At which address of the service passkeys work', {
      config: { anybody: true },
      answer: envelope(Place),
    }),
    async ({ people }) => ({ data: passkeyPlace(people) }),
  )

  app.post(
    '/sign-in/passkey/begin',
    operation('beginPasskeySignIn', 'Ask for a passkey to sign in with', {
      config: { anybody: true },
      answer: envelope(PasskeyOptions),
    }),
    async ({ people, visitor }) => ({ data: { ...(await beginSignIn(people, visitor)) } }),
  )

  app.post(
    '/sign-in/passkey',
    operation('signInByPasskey', 'Sign in with a passkey', {
      config: { anybody: true },
      body: z.object({ passkey: GivenPasskey }),
      answer: envelope(Me),
    }),
    async (request, reply) =>
      enter(request, reply, await signInByPasskey(request.people, request.body.passkey, request.visitor)),
  )

  app.get(
    '/passkeys',
    operation('listPasskeys', 'The passkeys of the person, oldest first', { answer: envelope(z.array(Passkey)) }),
    async ({ people, holder }) => ({ data: await listPasskeys(people, holder.personId) }),
  )

  app.post(
    '/passkeys/begin',
    operation('beginPasskey', 'Ask the browser to make a passkey', {
      config: { fresh: true },
      answer: envelope(PasskeyOptions),
    }),
    async ({ people, holder }) => ({ data: { ...(await beginAdding(people, holder.personId)) } }),
  )

  app.post(
    '/passkeys',
    operation('addPasskey', 'Add the passkey that the browser has made', {
      config: { fresh: true },
      body: z.object({ passkey: AddedPasskey }),
      answer: Done,
    }),
    async ({ people, holder, visitor: { userAgent }, body }) => ({
      data: await addPasskey(people, { ...holder, userAgent }, body.passkey),
    }),
  )

  app.patch(
    '/passkeys/:id',
    operation('renamePasskey', 'Rename a passkey', { params, body: z.object({ name: nameInput }), answer: Done }),
    async ({ people, holder, params: { id }, body }) => {
      await renamePasskey(people, { personId: holder.personId, id, name: body.name })
      return { data: { id } }
    },
  )

  app.delete(
    '/passkeys/:id',
    operation('removePasskey', 'Remove a passkey, and end the other sessions that a passkey proved', {
      config: { fresh: true },
      params,
      answer: Done,
    }),
    async ({ people, holder, params: { id } }) => {
      await removePasskey(people, holder, id)
      return { data: { id } }
    },
  )
}
