import { randomUUID } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { orDiskFull } from './disk-full.ts'

/**
 * Calls the work with the path of a file that does not exist yet, and removes that file afterwards. Throws DiskFull where
 * the work has no room for a file.
 */
export async function withIncomingFile<T>({ incoming }: { incoming: string }, work: (file: string) => Promise<T>) {
  const file = join(incoming, randomUUID())
  try {
    await mkdir(incoming, { recursive: true, mode: 0o700 })
    return await work(file)
  } catch (error) {
    throw orDiskFull(error)
  } finally {
    await rm(file, { force: true })
  }
}
