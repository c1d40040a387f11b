import { open, rm, stat, writeFile } from 'node:fs/promises'
import { OperatorError } from '../../errors.ts'

/** The end of the first line of a file of rejected rows. */
const ENDING = /,row,reason\r?\n/
const START_BYTES = 65_536

/**
 * Throws an OperatorError unless rejected rows may be written there: to a new or empty file, the rejected rows of an
 * earlier run, a device or a pipe. Any other file would be lost. It may even be the input, under another name.
 */
export async function requireRejectsPath(path: string, input: string): Promise<void> {
  const [there, from] = await Promise.all([look(path), look(input)])
  if (there === undefined) return
  if (there.dev === from?.dev && there.ino === from.ino) throw new OperatorError('--rejects is the file to import.')
  if (!there.isFile() || there.size === 0n || (await hasRejects(path))) return
  throw new OperatorError(
    `${path} exists, and does not hold rejected rows: move it, or name another file with --rejects.`,
  )
}

/** Writes the rejected rows of this run, or removes those of an earlier one. */
export async function writeRejects(path: string, rows: string | undefined): Promise<void> {
  try {
    if (rows !== undefined) await writeFile(path, rows)
    else if ((await look(path))?.isFile()) await rm(path)
  } catch (error) {
    throw new OperatorError(`Cannot write the rejected rows to ${path}: ${(error as Error).message}.`)
  }
}

/** The target of a path, also through links; undefined if there is none. */
function look(path: string) {
  return stat(path, { bigint: true }).catch(() => undefined)
}

async function hasRejects(path: string): Promise<boolean> {
  await using file = await open(path)
  const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(START_BYTES) })
  return ENDING.test(buffer.toString('utf8', 0, bytesRead))
}
