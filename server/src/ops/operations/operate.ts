import { setTimeout } from 'node:timers/promises'
import type { Config } from '../../config.ts'
import { openStore } from '../../database/open.ts'
import { FolderInUse, socketPath } from '../../database/own-folder.ts'
import { openImages } from '../../catalogue/images/open-images.ts'
import { siteUrl } from '../../lib/site-url.ts'
import { once } from 'node:events'
import { chmodSync, rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import type { Socket } from 'node:net'
import type { Context } from '../../context.ts'
import { DomainError, OperatorError, InvalidInput } from '../../errors.ts'
import type { z } from 'zod'
import type { Actor } from '../../database/column-values.ts'
import type { Operation } from './operation.ts'

/**
 * One process owns the embedded store. Other processes send it their operations through a Unix socket in the data
 * folder. Only the owner's user can open the socket. A connection carries one JSON request and one JSON answer.
 */

/** Longest path that a Unix socket may have on every system. */
const MAX_SOCKET_PATH = 103
/** How long a request may take to arrive. */
const READ_TIMEOUT_MS = 5_000

type Request = { operation: string; input: unknown }
type Answer = { result: unknown } | { refused: string } | { failed: string }

/** Serves the operations on the socket until closed. Call it only in the process that owns the folder. */
export async function serveCommands(
  path: string,
  context: Context,
  operations: Operations,
): Promise<{ close: () => Promise<void> }> {
  if (Buffer.byteLength(path) > MAX_SOCKET_PATH) {
    throw new OperatorError(`The path of the data folder is too long for a socket in it: ${path}`)
  }
  // A killed owner leaves its socket behind.
  rmSync(path, { force: true })
  const server = createServer({ allowHalfOpen: true }, (socket) => void answer(socket, context, operations))
  const before = process.umask(0o077)
  try {
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(path, resolve))
  } finally {
    process.umask(before)
  }
  chmodSync(path, 0o600)
  return { close: () => new Promise((resolve) => server.close(() => resolve())) }
}

async function answer(socket: Socket, context: Context, operations: Operations): Promise<void> {
  socket.on('error', () => socket.destroy())
  socket.setTimeout(READ_TIMEOUT_MS, () => socket.destroy())
  try {
    const { operation, input } = JSON.parse(await readAll(socket)) as Request
    socket.setTimeout(0)
    if (!Object.hasOwn(operations, operation))
      throw new OperatorError(`The running service has no operation "${operation}": is it another version?`)
    const result = await runAsOperator(context, operations[operation]!, input)
    socket.end(JSON.stringify({ result } satisfies Answer))
  } catch (error) {
    const refused = error instanceof DomainError || error instanceof OperatorError
    const { message } = error as Error
    socket.end(JSON.stringify((refused ? { refused: message } : { failed: message }) satisfies Answer))
  }
}

/** Nobody listens on the socket: the owner is starting, or is a short command. */
class OwnerUnreachable extends OperatorError {}

/**
 * Sends an operation to the process that owns the folder. Throws OperatorError with the message of a refusal, and
 * OwnerUnreachable if the operation was not sent.
 */
export async function runThroughOwner<Result>(path: string, operation: string, input: unknown): Promise<Result> {
  const socket = connect(path)
  try {
    await once(socket, 'connect')
  } catch (error) {
    throw new OwnerUnreachable(
      `The process that has the data folder open does not answer: ${(error as Error).message}.`,
    )
  }
  socket.end(JSON.stringify({ operation, input } satisfies Request))
  const received = await readAll(socket)
  const answer = JSON.parse(received || '{"failed":"it closed the connection"}') as Answer
  if ('result' in answer) return answer.result as Result
  throw new OperatorError('refused' in answer ? answer.refused : `The server failed: ${answer.failed}`)
}

/** Reads until the other side ends its half. Iterating over the socket would close our half too. */
function readAll(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let received = ''
    socket.setEncoding('utf8')
    socket.on('data', (chunk) => (received += chunk))
    socket.once('end', () => resolve(received))
    socket.once('error', reject)
    socket.once('close', () => reject(new Error('The connection closed early.')))
  })
}

/** How long to wait for an owner that is starting, or that is a short command, in milliseconds. */
const OWNER_TIMEOUT_MS = 15_000
const RETRY_EVERY_MS = 200

/** Runs an operation on the configured database: in this process, or in the process that owns the data folder. */
export async function operateOn(config: Config, operations: Operations, name: string, input: unknown): Promise<any> {
  for (const giveUp = Date.now() + OWNER_TIMEOUT_MS; ; await setTimeout(RETRY_EVERY_MS)) {
    try {
      return await operateOnce(config, operations, name, input)
    } catch (error) {
      if (!(error instanceof OwnerUnreachable) || Date.now() > giveUp) throw error
    }
  }
}

async function operateOnce(config: Config, operations: Operations, name: string, input: unknown): Promise<unknown> {
  const { database } = config
  const site = { url: siteUrl(config, config.host, config.port), sendsMail: config.smtp !== undefined }
  try {
    await using cleanup = new AsyncDisposableStack()
    const store = await openStore(database)
    cleanup.defer(store.close)
    const images = openImages(config.images)
    cleanup.defer(images.close)
    return await runAsOperator({ db: store.db, clock: () => new Date(), site, images }, operations[name]!, input)
  } catch (error) {
    if (!(error instanceof FolderInUse) || database.engine !== 'embedded') throw error
    return runThroughOwner(socketPath(database.dataDir), name, input)
  }
}

/** The actor of operator commands in the activity log. */
export const OPERATOR: Actor = { type: 'operator', id: null, name: 'Operator' }

/** Operations on a store, by name. */
type Operations = Record<string, Operation<any, any>>

export type InputOf<O extends Operation<any, any>> = z.input<O['input']>
export type ResultOf<O extends Operation<any, any>> = OrOk<Awaited<ReturnType<O['run']>>>

/** What an operation yields whose verb returns nothing. */
type OrOk<R> = R extends void ? { ok: true } : R

/** Runs an operation as the operator. Throws what its verb throws, and InvalidInput. */
export async function runAsOperator<O extends Operation<any, any>>(
  context: Context,
  { input: schema, run }: O,
  input: unknown,
): Promise<ResultOf<O>> {
  const parsed = (schema as z.ZodObject).safeParse(input)
  if (!parsed.success) {
    throw new InvalidInput(
      parsed.error.issues.map(({ path, message }) => ({ path: path.map(String).join('.'), message })),
    )
  }
  const { workspaceId, ...given } = parsed.data
  return (await run({ ...context, actor: OPERATOR, workspaceId }, given)) ?? { ok: true }
}
