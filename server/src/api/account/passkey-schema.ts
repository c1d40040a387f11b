import { z } from 'zod'

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
export const AddedPasskey = credential
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
