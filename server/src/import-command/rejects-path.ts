import { realpath, rm, stat } from 'node:fs/promises'
import { OperatorError } from '../errors.ts'
import { openCsv } from '../spreadsheets/read-csv.ts'
import { REJECT_COLUMNS } from '../spreadsheets/rejects-file.ts'

/**
 * Throws an OperatorError unless the rejects file may be written there: a new or empty file, the rejects file of an
 * earlier run, a device or a pipe. Any other file would be overwritten. It may even be the input under another name.
 */
export async function requireRejectsPath(path: string, input: string): Promise<void> {
  const [there, from] = await Promise.all([look(path), look(input)])
  if (there === undefined) return
  if (there.dev === from?.dev && there.ino === from.ino) throw new OperatorError('--rejects is the file to import.')
  if (!there.isFile() || there.size === 0n || (await isRejectsFile(path))) return
  throw new OperatorError(
    `${path} exists, and is not a rejects file of an import: move it, or name another file with --rejects.`,
  )
}

/** Removes the rejects file of an earlier run, so nobody takes it for that of this run. A symbolic link stays. */
export async function removeEarlierRejects(path: string): Promise<void> {
  const there = await look(path)
  if (!there?.isFile() || there.size === 0n || !(await isRejectsFile(path))) return
  await rm(await realpath(path)).catch((error: Error) => {
    throw new OperatorError(`Cannot remove the rejects file of an earlier run: ${error.message}.`)
  })
}

/** The target of a path, also through links; undefined if there is none. */
function look(path: string) {
  return stat(path, { bigint: true }).catch(() => undefined)
}

/** True if the header has the columns that an import adds. */
async function isRejectsFile(path: string): Promise<boolean> {
  try {
    const { header } = await openCsv(path)
    return REJECT_COLUMNS.every((name) => header.includes(name))
  } catch (error) {
    if (error instanceof OperatorError) return false
    throw error
  }
}
