import { hash, randomBytes } from 'node:crypto'

const PREFIX = 'tck'
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const BASE = BigInt(ALPHABET.length)
/** A UUID of 128 bits in base 62. */
const WORKSPACE_DIGITS = 22
const RANDOM_CHARACTERS = 32
const SHAPE = new RegExp(`^${PREFIX}_([0-9A-Za-z]{${WORKSPACE_DIGITS}})_[0-9A-Za-z]{${RANDOM_CHARACTERS}}$`)

/** A new key: it names its workspace, so that looking it up stays within that workspace's rows. */
export function makeKey(workspaceId: string): string {
  return `${PREFIX}_${encodeUuid(workspaceId)}_${randomCharacters(RANDOM_CHARACTERS)}`
}

/** What of a key is stored, and looked up (decision 0011): SHA-256 suffices for a secret of 190 random bits. */
export function hashKey(key: string): Buffer {
  return hash('sha256', key, 'buffer')
}

/** The workspace that a key names, or null when the text is no key. */
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

/** Bytes past the last whole multiple of 62 are drawn again, so that every character is equally likely. */
function randomCharacters(count: number): string {
  let characters = ''
  while (characters.length < count) {
    for (const byte of randomBytes(count)) {
      if (byte < 248 && characters.length < count) characters += ALPHABET[byte % ALPHABET.length]
    }
  }
  return characters
}
