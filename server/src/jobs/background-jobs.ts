import type { DatabaseConfig } from '../config.ts'
import type { Context, ImageLibrary } from '../context.ts'
import { analyzeGrown } from './analyze-grown.ts'
import type { ImageCopier } from '../images/image-copier.ts'
import type { ImportWorker } from '../imports/import-worker.ts'
import { checkpointEmbedded } from './checkpoint-embedded.ts'
import { copyDueImages } from './copy-due-images.ts'
import { sendMails } from '../mail/send-mails.ts'
import type { SendMail } from '../mail/send-mails.ts'
import { mailAllPriceNews } from './mail-price-news.ts'
import { publishDuePriceChanges } from './publish-due-price-changes.ts'
import { removeExpired } from './remove-expired.ts'
import type { Job } from './run-every.ts'
import { removeUnusedImages } from './remove-unused-images.ts'
import { flushPendingWords } from './flush-pending-words.ts'
import { vacuumEmbedded } from './vacuum-embedded.ts'
import type { WaitingTables } from './vacuum-embedded.ts'
import { workOnImports } from './work-on-imports.ts'

/**
 * The background jobs of a serving process. Without `sendMail`, mail stays in the outbox. On the embedded database, they
 * include the maintenance that a server does itself.
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
      pauseMs: 1_000,
      work: (log) => publishDuePriceChanges(context, log, retryAt),
    },
    { name: 'flush-pending-words', pauseMs: 1_000, work: () => flushPendingWords(context) },
    { name: 'copy-due-images', pauseMs: 1_000, work: (log) => copyDueImages(context, log, images.copier) },
    { name: 'work-on-imports', pauseMs: 500, work: (log) => workOnImports(imports, log) },
    {
      name: 'remove-unused-images',
      pauseMs: 3_600_000,
      work: () => removeUnusedImages(context, images.library),
    },
    { name: 'analyze-grown', pauseMs: 5_000, work: () => analyzeGrown(context) },
    { name: 'mail-price-news', pauseMs: 600_000, work: (log) => mailAllPriceNews(context, log) },
    { name: 'remove-expired', pauseMs: 3_600_000, work: () => removeExpired(context) },
    ...(sendMail ? [{ name: 'send-mails', pauseMs: 1_000, work: mailSender(context, sendMail) }] : []),
  ]
  if (engine === 'postgres') return everywhere
  const waiting: WaitingTables = new Map()
  return [
    ...everywhere,
    { name: 'vacuum-embedded', pauseMs: 60_000, work: () => vacuumEmbedded(context, waiting) },
    { name: 'checkpoint-embedded', pauseMs: 250, work: () => checkpointEmbedded(context) },
  ]
}

/** The log names no address: the message of an SMTP server may. */
function mailSender(context: Context, send: SendMail): Job['work'] {
  return (log) =>
    sendMails(context, send, ({ code, responseCode }) => log.error({ code, responseCode }, 'a mail was not sent'))
}
