import { hash, randomBytes } from 'node:crypto'

const PREFIX = 'tck'
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const BASE = BigInt(ALPHABET.length)
/** A UUID of 128 bits in base 62. */
const WORKSPACE_DIGITS = 22
const RANDOM_CHARACTERS = 32
const SHAPE = new RegExp(`^${PREFIX}_([0-9A-Za-z]{${WORKSPACE_DIGITS}})_[0-9A-Za-z]{${RANDOM_CHARACTERS}}$`)

/** A new key. It contains its workspace, so that its look-up reads only rows of that workspace. */
export function makeKey(workspaceId: string): string {
  return `${PREFIX}_${encodeUuid(workspaceId)}_${randomCharacters(RANDOM_CHARACTERS)}`
}

/** The hash that is stored and looked up (decision 11). SHA-256 suffices for a secret of 190 random bits. */
export function hashKey(key: string): Buffer {
  return hash('sha256', key, 'buffer')
}

/** The workspace in a key, or null where the text is no key. */
export function workspaceOfKey(key: string): string | null {
  const digits = SHAPE.exec(key)?.[1]
  return digits === undefined ? null : decodeUuid(digits)
}

function encodeUuid(uuid: string): string {
  let rest = BigInt(`0x${uuid.replaceAll('-', '')}`)
  let digits = ''
  for (let i = 0; i < WORKSPACE_DIGITS; i++) {
    digits = ALPHABET[Number(rest % BASE)] + digits
    rest /= BASE
  }
  return digits
}

function decodeUuid(digits: string): string | null {
  const value = [...digits].reduce((sum, digit) => sum * BASE + BigInt(ALPHABET.indexOf(digit)), 0n)
  const hex = value.toString(16).padStart(32, '0')
  return hex.length > 32 ? null : hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** Rejection sampling: bytes from 248 on are skipped, so that all 62 characters are equally likely. */
function randomCharacters(count: number): string {
  let characters = ''
  while (characters.length < count) {
    for (const byte of randomBytes(count)) {
      if (byte < 248 && characters.length < count) characters += ALPHABET[byte % ALPHABET.length]
    }
  }
  return characters
}
