import { createHmac, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { sql } from 'kysely'
import type { WorkspaceContext } from '../context.ts'
import { inTransaction } from '../database/transaction.ts'

const SECRET_BYTES = 32
/** Of the digest in hexadecimal: 128 bits. */
const LENGTH = 32
/** What a digest also depends on: it changes with the way in which files are made of an image. */
const VERSION = 'webp-1'

/**
 * The name of an image: a digest of the bytes that were received, keyed by a secret of the workspace. The same image has the
 * same name within the workspace. Whoever has the image, but has not been shown its name here, cannot compute it.
 */
export async function imageDigest(context: WorkspaceContext, file: string): Promise<string> {
  const hmac = createHmac('sha256', await secretOf(context)).update(VERSION)
  await pipeline(createReadStream(file), hmac)
  return (hmac.read() as Buffer).toString('hex').slice(0, LENGTH)
}

async function secretOf(context: WorkspaceContext): Promise<Uint8Array> {
  const { workspaceId } = context
  const find = () =>
    context.db.selectFrom('image_secret').select('secret').where('workspace_id', '=', workspaceId).executeTakeFirst()
  const found = await find()
  if (found) return found.secret
  await inTransaction(context, ({ db }) =>
    sql`insert into image_secret (workspace_id, secret) values (${workspaceId}, ${randomBytes(SECRET_BYTES)})
      on conflict (workspace_id) do nothing`.execute(db),
  )
  return (await find())!.secret
}
