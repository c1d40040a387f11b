import { sql } from 'kysely'
import { onTestFinished } from 'vitest'
import type { TestService } from './service.ts'

/** Makes every request wait that asks the database for something, until it is let go. */
export async function holdRequests({ context }: TestService): Promise<() => Promise<void>> {
  const [held, letGo] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const holding = context.db.transaction().execute(async (trx) => {
    await sql`lock table api_key in access exclusive mode`.execute(trx)
    held.resolve()
    await letGo.promise
  })
  await held.promise
  onTestFinished(() => letGo.resolve())
  return () => {
    letGo.resolve()
    return holding
  }
}
