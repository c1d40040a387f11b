import { realpath, rm, stat } from 'node:fs/promises'
import { OperatorError } from '../errors.ts'
import { openCsv } from './read-csv.ts'
import { REJECT_COLUMNS } from './rejects-file.ts'

/**
 * Throws an OperatorError unless rejected rows may go there: to a new file, over an empty one or an earlier run's rejects, or
 * to a device or pipe. Anything else is somebody's, and the input may be there under another name.
 */
export async function requireRejectsPath(path: string, input: string): Promise<void> {
  const [there, from] = await Promise.all([look(path), look(input)])
  if (there === undefined) return
  if (there.dev === from?.dev && there.ino === from.ino) throw new OperatorError('--rejects is the file to import.')
  if (!there.isFile() || there.size === 0n || (await isRejectsFile(path))) return
  throw new OperatorError(
    `${path} is there already, and is no rejects file of an import: move it, or name another with --rejects.`,
  )
}

/** Removes the rejects of an earlier run, which would look like this one's. Where the path is a link, it stays. */
export async function removeEarlierRejects(path: string): Promise<void> {
  const there = await look(path)
  if (!there?.isFile() || there.size === 0n || !(await isRejectsFile(path))) return
  await rm(await realpath(path)).catch((error: Error) => {
    throw new OperatorError(`Cannot remove the rejects file of an earlier run: ${error.message}.`)
  })
}

/** What a path leads to, by links too; undefined when that is nothing that can be seen. */
function look(path: string) {
  return stat(path, { bigint: true }).catch(() => undefined)
}

/** Its header has the columns that an import adds. */
async function isRejectsFile(path: string): Promise<boolean> {
  try {
    const { header } = await openCsv(path)
    return REJECT_COLUMNS.every((name) => header.includes(name))
  } catch (error) {
    if (error instanceof OperatorError) return false
    throw error
  }
}
