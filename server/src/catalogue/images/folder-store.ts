import { randomUUID } from 'node:crypto'
import { access, mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { ImageSize, ImageStore } from '../../context.ts'
import { fileName } from './image-path.ts'

/** Images in a folder, spread over 256 folders by the beginning of their digest. */
export class FolderStore implements ImageStore {
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
  }

  /** A file gets its name when it is whole and synced to disk. */
  async write(digest: string, size: ImageSize, bytes: Uint8Array): Promise<void> {
    const file = this.#pathOf(digest, size)
    const partial = `${file}.${randomUUID()}.partial`
    await mkdir(dirname(file), { recursive: true, mode: 0o700 })
    try {
      await using handle = await open(partial, 'wx', 0o600)
      await handle.writeFile(bytes)
      await handle.sync()
      await rename(partial, file)
    } catch (error) {
      await rm(partial, { force: true })
      throw error
    }
  }

  async read(digest: string, size: ImageSize): Promise<Uint8Array | null> {
    return readFile(this.#pathOf(digest, size)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null
      throw error
    })
  }

  async has(digest: string, size: ImageSize): Promise<boolean> {
    return access(this.#pathOf(digest, size)).then(
      () => true,
      () => false,
    )
  }

  async remove(digest: string, size: ImageSize): Promise<void> {
    await rm(this.#pathOf(digest, size), { force: true })
  }

  #pathOf(digest: string, size: ImageSize): string {
    return join(this.#folder, digest.slice(0, 2), fileName(digest, size))
  }
}
