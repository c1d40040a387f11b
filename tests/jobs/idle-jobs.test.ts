import { setTimeout } from 'node:timers/promises'
import { expect, inject, test } from 'vitest'
import type { Context } from '../../server/src/context.ts'
import { backgroundJobs } from '../../server/src/jobs/background-jobs.ts'
import { runEvery } from '../../server/src/jobs/run-every.ts'
import type { JobRun } from '../../server/src/jobs/run-every.ts'
import { inTransaction } from '../../server/src/database/transaction.ts'
import { ImportWorker } from '../../server/src/files/import/import-worker.ts'
import { useImageHost } from '../given/image-host.ts'
import { useCopier } from '../given/use-copier.ts'
import { observeStatements } from '../isolation/observe-statements.ts'
import { useOwnService } from '../given/service.ts'
import { until } from '../given/until.ts'

const service = useOwnService()
const images = useCopier(service, useImageHost())

const log = { error: () => {} }

/** Runs all jobs of a serving process, meanwhile. */
async function whileJobsRun(look: (context: Context) => Promise<void>): Promise<void> {
  const loops: ReturnType<typeof runEvery>[] = []
  const context = { ...images.context(), written: () => loops.forEach(({ wake }) => wake()) }
  const imports = new ImportWorker(context, { validate: async () => [] } as never)
  const work = { images: { copier: images.copier, library: images.library }, imports }
  const engine = inject('engine').name === 'pglite' ? 'embedded' : 'postgres'
  const jobs = backgroundJobs(context, engine, work, async () => {})
  const begun = new Set<string>()
  const ran = ({ name }: JobRun) => void begun.add(name)
  loops.push(...jobs.map((job) => runEvery(job, log, ran)))
  await until(() => begun.size === loops.length)
  await look(context).finally(() => Promise.all(loops.map(({ stop }) => stop())))
}

test('the jobs of an idle process run less than a statement a second', async () => {
  await whileJobsRun(async () => {
    const statements: string[] = []
    const stop = observeStatements((statement) => statements.push(statement))
    await setTimeout(10_500)
    stop()
    expect(statements).not.toEqual([])
    expect(statements.slice(10)).toEqual([])
  })
})

test('what a process writes is worked on at once', async () => {
  await whileJobsRun(async (context) => {
    // No job is between a run and the pause after it.
    await setTimeout(1_500)
    const statements: string[] = []
    const stop = observeStatements((statement) => statements.push(statement))
    await inTransaction(context, async () => {})
    const ran = (part: string) => () => statements.some((statement) => statement.includes(part))
    await expect.poll(ran('update mail set attempts'), { timeout: 1_000 }).toBe(true)
    await expect.poll(ran('data_import'), { timeout: 1_000 }).toBe(true)
    stop()
  })
})
