import { createHash } from 'node:crypto'

/**
 * A short text that differs if the content differs. It is the version that an editor has seen: a save that carries
 * another one would overwrite something unseen.
 */
export function contentVersion(content: unknown): string {
  return createHash('sha256').update(JSON.stringify(content)).digest('base64url').slice(0, 22)
}
