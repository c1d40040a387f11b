import { hash, randomBytes } from 'node:crypto'

/** In bytes: 256 random bits. */
const LENGTH = 32

/** A new secret for a cookie or a link, of 43 characters. */
export function makeToken(): string {
  return randomBytes(LENGTH).toString('base64url')
}

/** The form in which a secret is stored and looked up. */
export function tokenHash(token: string): string {
  return hash('sha256', token, 'base64url')
}
