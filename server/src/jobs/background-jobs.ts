import type { DatabaseConfig } from '../config.ts'
import type { Context, ImageLibrary } from '../context.ts'
import { removeOldEdits } from '../workspaces/activity/kept-edits.ts'
import { analyzeGrown } from './analyze-grown.ts'
import type { ImageCopier } from '../catalogue/images/image-copier.ts'
import type { ImportWorker } from '../files/import/import-worker.ts'
import { checkpointEmbedded } from './checkpoint-embedded.ts'
import { sendMails, removeOldMails } from './mail/send-mails.ts'
import type { SendMail } from './mail/send-mails.ts'
import { mailAllPriceNews } from './mail-price-news.ts'
import { publishDuePriceChanges } from './publish-due-price-changes.ts'
import { logFailure } from './run-every.ts'
import type { Job, Log } from './run-every.ts'
import { flushPendingWords } from './flush-pending-words.ts'
import { vacuumEmbedded } from './vacuum-embedded.ts'
import type { WaitingTables } from './vacuum-embedded.ts'
import { removeOldImports } from '../files/import/move-import.ts'
import { forgetAttempts } from '../people/attempts.ts'
import { removeExpiredSessions } from '../people/sessions.ts'
import { sweepImages, sweepIncoming, workspacesWithImages } from '../catalogue/images/sweep-images.ts'
import { Unavailable } from '../errors.ts'
import { workspacesWithDueImages } from '../catalogue/images/claim-image.ts'

/**
 * The background jobs of a serving process. Without `sendMail`, mail stays in the outbox. On the embedded database,
 * they include the maintenance that a server does itself. What this process writes wakes them: the longer pause is for
 * what others leave, such as a command on a server or a process that was killed. An idle process looks less than once a
 * second in all.
 */
export function backgroundJobs(
  context: Context,
  engine: DatabaseConfig['engine'],
  { images, imports }: { images: { copier: ImageCopier; library: ImageLibrary }; imports: ImportWorker },
  sendMail?: SendMail,
): Job[] {
  const retryAt = new Map<string, Date>()
  const everywhere: Job[] = [
    {
      name: 'publish-due-price-changes',
      pauseMs: 2_000,
      work: (log) => publishDuePriceChanges(context, log, retryAt),
    },
    { name: 'flush-pending-words', pauseMs: 60_000, pauseAfterWriteMs: 1_000, work: () => flushPendingWords(context) },
    { name: 'copy-due-images', pauseMs: 10_000, pauseAfterWriteMs: 1_000, work: imageStarter(context, images.copier) },
    { name: 'work-on-imports', pauseMs: 10_000, pauseAfterWriteMs: 100, work: (log) => workOnImports(imports, log) },
    {
      name: 'remove-unused-images',
      pauseMs: 3_600_000,
      work: () => removeUnusedImages(context, images.library),
    },
    { name: 'analyze-grown', pauseMs: 10_000, pauseAfterWriteMs: 250, work: () => analyzeGrown(context) },
    { name: 'mail-price-news', pauseMs: 600_000, work: (log) => mailAllPriceNews(context, log) },
    { name: 'remove-expired', pauseMs: 3_600_000, work: () => removeExpired(context) },
    ...(sendMail
      ? [{ name: 'send-mails', pauseMs: 10_000, pauseAfterWriteMs: 1_000, work: mailSender(context, sendMail) }]
      : []),
  ]
  if (engine === 'postgres') return everywhere
  const waiting: WaitingTables = new Map()
  return [
    ...everywhere,
    { name: 'vacuum-embedded', pauseMs: 60_000, work: () => vacuumEmbedded(context, waiting) },
    { name: 'checkpoint-embedded', pauseMs: 60_000, pauseAfterWriteMs: 250, work: () => checkpointEmbedded(context) },
  ]
}

/** The log names no address: the message of an SMTP server may. */
function mailSender(context: Context, send: SendMail): Job['work'] {
  return (log) =>
    sendMails(context, send, ({ code, responseCode }) => log.error({ code, responseCode }, 'a mail was not sent'))
}

/** Starts to work on files that are to be checked, imported or undone. Does not wait for them. Returns their number. */
function workOnImports(imports: ImportWorker, log: Log): Promise<number> {
  return imports.start((error) => logFailure(log, error, 'an import failed'))
}

async function removeExpired(context: Context): Promise<void> {
  await removeExpiredSessions(context)
  await forgetAttempts(context)
  await removeOldMails(context)
  await removeOldImports(context)
  await removeOldEdits(context)
}

/** Removes the images that no product has had for a week. Returns how many. */
async function removeUnusedImages(context: Context, images: ImageLibrary): Promise<number> {
  await sweepIncoming(images)
  let removed = 0
  for (const workspaceId of await workspacesWithImages(context)) {
    removed += await sweepImages(context, images, workspaceId)
  }
  return removed
}

/**
 * Starts to copy the images that are due, of as many workspaces as there is room for. The next run goes on behind them.
 * Does not wait for the images: some servers are slow. Returns in how many workspaces.
 */
function imageStarter(context: Context, copier: ImageCopier): Job['work'] {
  let after: string | undefined
  return async (log) => {
    const limit = copier.room
    if (limit === 0) return 0
    const workspaces = await workspacesWithDueImages(context, { after, limit })
    after = workspaces.length < limit ? undefined : workspaces.at(-1)
    for (const workspaceId of workspaces) {
      copier.start(workspaceId, (error) => {
        // An outage of the database is logged elsewhere, once.
        if (!(error instanceof Unavailable)) logFailure(log, error, 'an image was not copied', { workspaceId })
      })
    }
    return workspaces.length
  }
}
