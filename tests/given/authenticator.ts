import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type { KeyObject } from 'node:crypto'

/** Where the service of the tests is reached, as far as passkeys know. */
export const ORIGIN = 'http://localhost:3000'

/** What a browser would send otherwise, for attacks. */
type Told = {
  id?: string
  origin?: string
  rpId?: string
  challenge?: string
  counter?: number
  userHandle?: string
  flags?: number
}

/** A passkey of a software authenticator. */
export type TestPasskey = {
  id: string
  /** What the browser sends once it is made. */
  made: object
  /** What the browser sends to prove that it has it. */
  answer: (options: { challenge: string }, told?: Told) => object
}

const [PRESENT, VERIFIED, HAS_KEY] = [1, 4, 64]

/** Makes a passkey as a browser does with the options of the service: an ECDSA key on P-256, without attestation. */
export function makePasskey(
  options: { challenge: string; user: { id: string } },
  {
    origin = ORIGIN,
    rpId = 'localhost',
    challenge = options.challenge,
    flags = PRESENT | VERIFIED,
    id: chosen,
  }: Told = {},
): TestPasskey {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = chosen === undefined ? randomBytes(16) : Buffer.from(chosen, 'base64url')
  const idLength = Buffer.from([0, id.length])
  const authData = Buffer.concat([
    authenticatorData(rpId, flags | HAS_KEY, 0),
    Buffer.alloc(16),
    idLength,
    id,
    cose(publicKey),
  ])
  const attestation = cbor(
    new Map<string, unknown>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', authData],
    ]),
  )
  const clientData = clientDataOf('webauthn.create', challenge, origin)
  const credential = { id: base64(id), rawId: base64(id), type: 'public-key', clientExtensionResults: {} }
  let uses = 0
  return {
    id: credential.id,
    made: {
      ...credential,
      response: {
        clientDataJSON: base64(clientData),
        attestationObject: base64(attestation),
        transports: ['internal'],
      },
    },
    answer: (asked, told = {}) => {
      const data = authenticatorData(told.rpId ?? 'localhost', told.flags ?? PRESENT | VERIFIED, told.counter ?? ++uses)
      const client = clientDataOf('webauthn.get', told.challenge ?? asked.challenge, told.origin ?? ORIGIN)
      return {
        ...credential,
        response: {
          clientDataJSON: base64(client),
          authenticatorData: base64(data),
          signature: base64(sign('sha256', Buffer.concat([data, digest(client)]), privateKey)),
          userHandle: told.userHandle ?? options.user.id,
        },
      }
    },
  }
}

function authenticatorData(rpId: string, flags: number, counter: number): Buffer {
  const rest = Buffer.alloc(5)
  rest.writeUInt8(flags)
  rest.writeUInt32BE(counter, 1)
  return Buffer.concat([digest(Buffer.from(rpId)), rest])
}

function clientDataOf(type: string, challenge: string, origin: string): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
}

/** A public key in the form of COSE: ES256 on P-256. */
function cose(key: KeyObject): Buffer {
  const { x, y } = key.export({ format: 'jwk' })
  return cbor(
    new Map<number, unknown>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, point(x!)],
      [-3, point(y!)],
    ]),
  )
}

function point(text: string): Buffer {
  return Buffer.from(text, 'base64url')
}

/** As much of CBOR as the above needs. */
function cbor(value: unknown): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  if (typeof value === 'string') return Buffer.concat([head(3, value.length), Buffer.from(value)])
  const entries = [...(value as Map<unknown, unknown>)]
  return Buffer.concat([head(5, entries.length), ...entries.flat().map(cbor)])
}

function head(major: number, count: number): Buffer {
  return Buffer.from(
    count < 24
      ? [(major << 5) | count]
      : count < 256
        ? [(major << 5) | 24, count]
        : [(major << 5) | 25, count >> 8, count & 255],
  )
}

function digest(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest()
}

function base64(bytes: Buffer): string {
  return bytes.toString('base64url')
}
