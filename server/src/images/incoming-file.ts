import { randomUUID } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { ImageLibrary } from '../context.ts'

/** Calls the work with the path of a file that does not exist yet, and removes that file afterwards. */
export async function withIncomingFile<T>(
  { incoming }: Pick<ImageLibrary, 'incoming'>,
  work: (file: string) => Promise<T>,
): Promise<T> {
  await mkdir(incoming, { recursive: true, mode: 0o700 })
  const file = join(incoming, randomUUID())
  try {
    return await work(file)
  } finally {
    await rm(file, { force: true })
  }
}
