import type { Readable } from 'node:stream'
import type { WorkspaceContext } from '../../context.ts'
import { InvalidInput, InvalidRequest } from '../../errors.ts'
import { withIncomingFile } from '../../lib/incoming-file.ts'
import { ImageProblem } from './image-problem.ts'
import { keepImage } from './keep-image.ts'
import { receiveImage } from './receive-image.ts'

/**
 * Keeps an image that is uploaded, and returns its digest. Throws InvalidInput for what is no image that can be taken,
 * and InvalidRequest where none are kept.
 */
export async function keepUpload(context: WorkspaceContext, body: Readable): Promise<string> {
  const { images } = context
  if (!images) throw new InvalidRequest('This service keeps no images.')
  try {
    return await withIncomingFile(images, async (file) => {
      await receiveImage(body, file)
      return keepImage(context, images, file, { urgent: true })
    })
  } catch (error) {
    if (error instanceof ImageProblem) throw new InvalidInput([{ path: 'image', message: error.message }])
    throw error
  }
}
