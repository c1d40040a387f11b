import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { countFailedImages } from '../../server/src/catalogue/shown-images.ts'
import type { WorkspaceContext } from '../../server/src/context.ts'
import { workspacesWithDueImages } from '../../server/src/catalogue/images/image-copier.ts'
import { queueImages } from '../../server/src/catalogue/images/product-images.ts'
import { claimImports } from '../../server/src/files/import/import-row.ts'
import { publishDuePriceChanges } from '../../server/src/jobs/background-jobs.ts'
import { queueMail } from '../../server/src/jobs/mail/queue-mail.ts'
import { sendMails } from '../../server/src/jobs/mail/send-mails.ts'
import { checkJobs } from '../../server/src/ops/doctor/database.ts'
import { watchedCustomers } from '../../server/src/portal/watch-prices.ts'
import { find, givenBuyer, givenCustomer, sendItems } from '../given/given.ts'
import { givenPerson } from '../given/person.ts'
import { useOwnService } from '../given/service.ts'
import { rowsByStatement } from '../given/rows-by-statement.ts'

const service = useOwnService()
/** Rows of a table that no job has anything to do with. */
const SETTLED = 2_000
/** Rows that a job may read to find nothing. */
const FEW = 10
const PRODUCTS = 1_000
const WEEK_MS = 7 * 86_400_000

let context: WorkspaceContext

beforeAll(async () => {
  const workspace = await service.workspace()
  context = workspace.context
  const { db, workspaceId } = context
  const customerId = await givenCustomer(workspace)
  for (let i = 0; i < PRODUCTS / 100; i++) await sendItems(workspace, 100, (k) => ({ sku: `SKU-${i}-${k}` }))
  const now = service.time.now
  const later = new Date(now.getTime() + WEEK_MS)
  const numbers = sql`generate_series(1, ${sql.lit(SETTLED)}) n`
  await sql`
    insert into price_change (workspace_id, id, name, status, scheduled_for, created_by, created_at, updated_at)
    select ${workspaceId}, gen_random_uuid(), n, case when n % 2 = 0 then 'published' else 'scheduled' end, ${later}, '{}', ${now}, ${now}
    from ${numbers}`.execute(db)
  await sql`
    insert into data_import (workspace_id, id, kind, file_name, status, file, uploaded_by, created_at)
    select ${workspaceId}, gen_random_uuid(), 'products', n, 'done', '{}', '{}', ${now} from ${numbers}`.execute(db)
  await insertMails('sent', SETTLED)
  await sql`
    insert into buyer (workspace_id, id, customer_id, name, email, email_key, status, invited_at)
    select ${workspaceId}, gen_random_uuid(), ${customerId}, n, n || '@b.example', n || '@b.example', 'active', ${now}
    from ${numbers}`.execute(db)
  await sql`
    insert into product_image (workspace_id, product_id, source_url, status, requested_at, due_at)
    select ${workspaceId}, id, 'https://images.example/', 'copied', ${now}, ${now}
    from product where workspace_id = ${workspaceId}`.execute(db)
  for (const table of ['price_change', 'data_import', 'mail', 'buyer', 'product_image']) {
    await sql`vacuum analyze ${sql.table(table)}`.execute(db)
  }
}, 60_000)

/** From as many workspaces. */
async function insertMails(status: 'sent' | 'queued' | 'to retry', count: number): Promise<void> {
  const now = service.time.now
  const later = new Date(now.getTime() + WEEK_MS)
  const waits = status === 'to retry'
  await sql`
    insert into mail (
      id, recipient, subject, text, html, status, attempts, next_attempt_at, send_before, created_at, owner, urgent, turn)
    select gen_random_uuid(), 'a@b.example', n, '', '', ${waits ? 'queued' : status}, ${waits ? 1 : 0},
      ${waits ? later : now}, ${later}, ${now}, 'workspace ' || gen_random_uuid(), false, 0
    from generate_series(1, ${sql.lit(count)}) n`.execute(context.db)
  // As a job of the service does with a table that has grown.
  await sql`analyze mail`.execute(context.db)
}

test.for<[what: string, table: string, work: (context: WorkspaceContext) => Promise<unknown>]>([
  ['changes to publish', 'price_change', (trx) => publishDuePriceChanges(trx, { error: () => {} }, new Map())],
  ['changes that are overdue', 'price_change', checkJobs],
  [
    'mails to send',
    'mail',
    (trx) =>
      sendMails(
        trx,
        async () => {},
        () => {},
      ),
  ],
  ['imports to work on', 'data_import', (trx) => claimImports(trx, 4, [])],
  ['customers who want mails about prices', 'buyer', watchedCustomers],
  ['images that failed', 'product_image', countFailedImages],
])('looking for %s reads nothing else', async ([, table, work]) => {
  const read = await rowsByStatement(context, table, work)
  expect(read.statements).toBeGreaterThan(0)
  expect(read.most).toBeLessThanOrEqual(FEW)
})

test('mails that wait are not read to send others, or to see which are too late', async () => {
  await insertMails('queued', 100)
  await insertMails('to retry', SETTLED)
  const read = await rowsByStatement(context, 'mail', (trx) =>
    sendMails(
      trx,
      async () => {},
      () => {},
    ),
  )
  expect(read.statements).toBeGreaterThan(100)
  // Of ten mails, each is read to choose it, and to claim it.
  expect(read.most).toBeLessThanOrEqual(2 * FEW)
})

test('a mail is put behind those that wait without reading them', async () => {
  // With fewer, Postgres takes the right index by chance.
  await insertMails('queued', 40_000)
  const mail = { owner: context, to: 'a@b.example', subject: 'News', paragraphs: [], sendBefore: service.time.now }
  const read = await rowsByStatement(context, 'mail', (trx) => queueMail(trx, mail))
  expect(read.most).toBeLessThanOrEqual(FEW)
})

test('a customer whose prices were compared this week is not looked at again', async () => {
  const { db, workspaceId } = context
  const customerId = await givenCustomer({ id: workspaceId, context } as never)
  const { id } = await givenPerson(service.context)
  await givenBuyer({ id: workspaceId, context } as never, customerId, 'watches@b.example', {
    status: 'active',
    person_id: id,
    price_mails: true,
  })
  const watched = { workspaceId, customerId }
  expect(await watchedCustomers(context)).toEqual([watched])
  await db
    .insertInto('price_watch')
    .values({ workspace_id: workspaceId, customer_id: customerId, told_at: service.time.now })
    .execute()
  expect(await watchedCustomers(context)).toEqual([])
  service.later(WEEK_MS)
  expect(await watchedCustomers(context)).toEqual([watched])
})

test('of many workspaces with images to copy, some are found at a time', async () => {
  const ids = []
  for (const _ of [1, 2, 3]) {
    const workspace = await service.workspace()
    await sendItems(workspace, 1)
    const { id } = await find(workspace, 'SKU-0000')
    await queueImages(workspace.context, [{ id, imageUrl: 'https://images.example/plate.jpg' }])
    ids.push(workspace.id)
  }
  const [first, second, third] = ids.toSorted()
  expect(await workspacesWithDueImages(context, { limit: 2 })).toEqual([first, second])
  expect(await workspacesWithDueImages(context, { limit: 2, after: second })).toEqual([third])
})
