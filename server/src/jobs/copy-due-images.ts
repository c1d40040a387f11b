import type { Context } from '../context.ts'
import { Unavailable } from '../errors.ts'
import { workspacesWithDueImages } from '../images/claim-image.ts'
import type { ImageCopier } from '../images/image-copier.ts'
import { logFailure } from './log-failure.ts'
import type { Log } from './log-failure.ts'

/** Starts to copy the images that are due. Does not wait for them: some servers are slow. Returns in how many workspaces. */
export async function copyDueImages(context: Context, log: Log, copier: ImageCopier): Promise<number> {
  const workspaces = await workspacesWithDueImages(context)
  for (const workspaceId of workspaces) {
    copier.start(workspaceId, (error) => {
      // An outage of the database is logged elsewhere, once.
      if (!(error instanceof Unavailable)) logFailure(log, error, 'an image was not copied', { workspaceId })
    })
  }
  return workspaces.length
}
