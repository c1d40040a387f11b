import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ImagesConfig } from '../../config.ts'
import type { ImageLibrary, ImageStore } from '../../context.ts'
import { BucketStore } from './bucket-store.ts'
import { FolderStore } from './folder-store.ts'
import { ProcessDecoder } from './image-decoder.ts'

/** Where images are kept. Opens nothing yet. */
export function imageStore({ keep }: Pick<ImagesConfig, 'keep'>): ImageStore {
  return 'folder' in keep ? new FolderStore(keep.folder) : new BucketStore(keep)
}

export type OpenImages = ImageLibrary & { close: () => Promise<void> }

/** What a serving process needs to copy, take and show images. `close` ends its decoder. */
export function openImages(config: ImagesConfig): OpenImages {
  const decoder = new ProcessDecoder()
  // On the same disk as the images, as the system's folder for temporary files may be memory.
  const parent = 'folder' in config.keep ? config.keep.folder : tmpdir()
  const incoming = join(parent, 'incoming')
  const { gigabytesPerWorkspace } = config
  return { store: imageStore(config), decoder, incoming, gigabytesPerWorkspace, close: () => decoder.close() }
}
