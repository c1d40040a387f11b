import { join } from 'node:path'
import { beforeAll, inject } from 'vitest'
import { writeBackup } from '../../server/src/ops/backup/write-backup.ts'
import { createSample } from '../../server/src/ops/sample/create-sample.ts'
import { everyRead } from './every-read.ts'
import { useOwnService } from './service.ts'
import type { TestService } from './service.ts'
import { sampleOf } from './changes-of-sample.ts'
import { useTemporaryFolder } from './temporary-folder.ts'

/** A service on the sample, with a backup of the sample as it was made. */
export function useBackedUpSample() {
  const engine = inject('engine').name === 'pglite' ? 'embedded' : 'postgres'
  const folder = useTemporaryFolder()
  const service = useOwnService()
  let files = 0

  async function backUp({ context }: Pick<TestService, 'context'>): Promise<string> {
    const file = join(folder, `${++files}.backup`)
    await writeBackup(context, { file, engine, onTable: () => {}, signal: new AbortController().signal })
    return file
  }

  const sample = {} as { key: string; backup: string; before: Awaited<ReturnType<typeof everyRead>> }
  /** Every read of the sample at another service, or its own. */
  const readAll = (of: TestService = service) => everyRead((path) => of.call('GET', path, { key: sample.key }))
  beforeAll(async () => {
    sample.key = (await createSample(sampleOf(service))).key!
    sample.backup = await backUp(service)
    sample.before = await readAll()
  })
  return Object.assign(sample, { service, folder, backUp, readAll })
}
