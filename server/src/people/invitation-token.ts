import { makeToken } from './secret-token.ts'

/** A UUID of 16 bytes in base64url. */
const WORKSPACE_LENGTH = 22
const SHAPE = /^[\w-]{65}$/

/** A new token. It begins with its workspace, so that its look-up reads only rows of that workspace. */
export function makeInvitationToken(workspaceId: string): string {
  return Buffer.from(workspaceId.replaceAll('-', ''), 'hex').toString('base64url') + makeToken()
}

/** The workspace in a token, or null where the text is no token. */
export function workspaceOfInvitation(token: string): string | null {
  if (!SHAPE.test(token)) return null
  const hex = Buffer.from(token.slice(0, WORKSPACE_LENGTH), 'base64url').toString('hex')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
