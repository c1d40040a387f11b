/** How long the statements take that look at all workspaces, and those that admit, beside a million of them. */
import { removeOldMails, sendMails } from '../../server/src/mail/send-mails.ts'
import { queueMail } from '../../server/src/mail/queue-mail.ts'
import { claimImports } from '../../server/src/imports/claim-import.ts'
import { removeOldImports } from '../../server/src/imports/remove-import.ts'
import { workspacesWithDueImages } from '../../server/src/images/claim-image.ts'
import { sweepImages, workspacesWithImages } from '../../server/src/images/sweep-images.ts'
import type { Context } from '../../server/src/context.ts'
import type { Store } from '../../server/src/database/open.ts'
import { analyzeGrown } from '../../server/src/jobs/analyze-grown.ts'
import { flushPendingWords } from '../../server/src/jobs/flush-pending-words.ts'
import { mailAllPriceNews } from '../../server/src/jobs/mail-price-news.ts'
import { publishDuePriceChanges } from '../../server/src/jobs/publish-due-price-changes.ts'
import { checkJobs } from '../../server/src/operator/doctor/database.ts'
import { removeExpiredSessions } from '../../server/src/people/sessions.ts'
import { SessionLookup } from '../../server/src/people/session-lookup.ts'
import { tokenHash } from '../../server/src/people/secret-token.ts'
import { termsChangedAt } from '../../server/src/pricing/kinds-of-term.ts'
import { RequestCounter } from '../../server/src/workspaces/request-counter.ts'
import { drawing } from '../workloads/read.ts'
import { hashOfKey, idOf, queueAllImages, queueAllMails, tokenOf } from './many-rows.ts'

/** Requests of one statement of admission. */
const BATCH = 64
const HOUR_S = 3_600

export type Timed = {
  what: string
  /** Of one run, milliseconds. */
  ms: number
  /** The pause between two runs in each process, in seconds; undefined where requests cause it. */
  everyS?: number
}

/** Times each on a database of `fillManyRows`. Jobs find little that is due, then a whole outbox and all images. */
export async function timeDeploymentWide({ db, admissionDb }: Store, workspaces: number): Promise<Timed[]> {
  const context: Context = { db, admissionDb, clock: () => new Date() }
  const log = { error: (details: object, message: string) => console.error(message, details) }
  const draw = drawing(11)
  const counter = new RequestCounter(context, termsChangedAt)
  const sessions = new SessionLookup(context, termsChangedAt)
  const someone = () => 1 + draw(workspaces)
  const admit = () => {
    const number = someone()
    return counter.count(idOf(number), hashOfKey(number))
  }
  const find = () => {
    const number = someone()
    return sessions.find(`w-${number}`, tokenHash(tokenOf(number)), '127.0.0.1')
  }
  const many =
    <T>(one: () => Promise<T>) =>
    () =>
      Promise.all(Array.from({ length: BATCH }, one))
  const send = () =>
    sendMails(
      context,
      async () => {},
      () => {},
    )
  const mail = () =>
    queueMail(context, {
      owner: { workspaceId: idOf(someone()) },
      to: 'a@b.example',
      subject: 'An order',
      paragraphs: ['text'],
      sendBefore: new Date(Date.now() + HOUR_S * 1000),
    })
  const library = { store: { remove: async () => {} } } as never
  const times: Timed[] = []
  const time = async (what: string, work: () => Promise<unknown>, everyS?: number) => {
    const taken: number[] = []
    for (let i = 0; i < 3; i++) {
      const started = performance.now()
      await work()
      taken.push(performance.now() - started)
    }
    times.push({ what, ms: taken.toSorted((a, b) => a - b)[1]!, ...(everyS !== undefined && { everyS }) })
    console.log(what, taken.map((ms) => ms.toFixed(1)).join(' '))
  }

  if (!(await admit()) || !(await find())?.role)
    throw new Error('A key or session of the filled database is not found.')
  await time('admit a key', admit)
  await time(`admit ${BATCH} keys of as many workspaces`, many(admit))
  await time('find a session', find)
  await time(`find ${BATCH} sessions of as many workspaces`, many(find))
  await time('publish due price changes', () => publishDuePriceChanges(context, log, new Map()), 1)
  await time('flush pending words', () => flushPendingWords(context), 1)
  await time('look for images to copy, none due', () => workspacesWithDueImages(context, { limit: 1_000 }), 1)
  await time('look for imports', () => claimImports(context, 4, []), 0.5)
  await time('send mails, none queued', send, 1)
  await time('analyze grown tables', () => analyzeGrown(context), 5)
  await time('mail price news, none due', () => mailAllPriceNews(context, log), 600)
  await time('remove expired sessions', () => removeExpiredSessions(context), HOUR_S)
  await time('remove old mails', () => removeOldMails(context), HOUR_S)
  await time('remove old imports', () => removeOldImports(context), HOUR_S)
  await time('look for workspaces with images', () => workspacesWithImages(context), HOUR_S)
  await time('sweep the images of one of them', () => sweepImages(context, library, idOf(someone())))
  await time('doctor: what is overdue', () => checkJobs(context))
  await queueAllMails(db)
  await time('queue a mail behind a whole outbox', mail)
  await time('send mails, all of them waiting', send, 1)
  await queueAllImages(db)
  await time('look for images to copy, all due', () => workspacesWithDueImages(context, { limit: 1_000 }), 1)
  return times
}
