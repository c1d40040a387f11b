import { unzipSync } from 'fflate'
import type { UnzipFileInfo } from 'fflate'
import { counted } from '../../../../server/src/shared/counted.ts'
import { MAX_PICTURE_FILES } from '../../../../server/src/shared/limits.ts'
import { Trouble } from '../../shared/api.ts'

const MB = 1_048_576
/** In bytes. An archive is read as a whole, its files one by one. */
const MAX_ARCHIVE = 1_000 * MB
/** In bytes. The service takes no larger picture. */
const MAX_UNPACKED = 20 * MB

/** A file that was chosen; `read` unpacks it where it is in an archive. */
export type PictureFile = { name: string; read: () => File }

/** The files, or those in them where they are one ZIP archive. Throws Trouble for too many, and for a bad archive. */
export async function unpackPictures(files: readonly File[]): Promise<PictureFile[]> {
  const [first] = files
  const isArchive = files.length === 1 && /\.zip$/i.test(first!.name)
  const found = isArchive ? await listArchive(first!) : files.map((file) => ({ name: file.name, read: () => file }))
  if (found.length > MAX_PICTURE_FILES) {
    throw new Trouble(`Choose at most ${MAX_PICTURE_FILES} files at once: these are ${counted(found.length, 'file')}.`)
  }
  return found
}

async function listArchive(archive: File): Promise<PictureFile[]> {
  if (archive.size > MAX_ARCHIVE) throw new Trouble('The archive is larger than 1,000 MB. Make several of it.')
  const bytes = new Uint8Array(await archive.arrayBuffer())
  const unpack = (filter: (entry: UnzipFileInfo) => boolean) => {
    try {
      return unzipSync(bytes, { filter })
    } catch {
      throw new Trouble('The archive is damaged, or protected by a password. Make it anew.')
    }
  }
  const paths: string[] = []
  unpack(({ name }) => {
    if (isPicture(name)) paths.push(name)
    return false
  })
  return paths.map((path) => ({
    name: baseName(path),
    read: () => {
      // No more is unpacked than an entry says that it has.
      const unpacked = unpack(({ name, originalSize }) => name === path && originalSize <= MAX_UNPACKED)[path]
      if (!unpacked) throw new Trouble(`The image is larger than ${MAX_UNPACKED / MB} MB.`)
      return new File([unpacked as BlobPart], baseName(path))
    },
  }))
}

/** Neither a folder nor what systems hide. */
function isPicture(path: string): boolean {
  return !path.endsWith('/') && !path.startsWith('__MACOSX/') && !baseName(path).startsWith('.')
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}
