import { readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { useTemporaryFolder } from '../given/temporary-folder.ts'
import { startServer } from '../given/run-cli.ts'

const embedded = inject('engine').name === 'pglite'
const folder = useTemporaryFolder()

const mode = (...path: string[]) => (statSync(join(folder, ...path)).mode & 0o777).toString(8)

test.runIf(embedded)('what the service writes is for its own user alone, however open the umask', async () => {
  const before = process.umask(0)
  try {
    const server = await startServer({ DATA_DIR: join(folder, 'data') }, ['--sample'])
    const modes = Object.fromEntries(readdirSync(join(folder, 'data')).map((name) => [name, mode('data', name)]))
    await server.stop()
    expect(mode('data')).toBe('700')
    expect(modes).toMatchObject({
      'command.sock': '600',
      'owner.lock': '600',
      'sample-key': '600',
      database: '700',
    })
    // Whatever else there is.
    expect(Object.values(modes).filter((of) => !of.endsWith('00'))).toEqual([])

    rmSync(join(folder, 'data', 'sample-key'))
    writeFileSync(join(folder, 'data', 'sample-key'), 'of yesterday', { mode: 0o666 })
    await (await startServer({ DATA_DIR: join(folder, 'data') }, ['--sample'])).stop()
    expect(mode('data', 'sample-key')).toBe('600')
  } finally {
    process.umask(before)
  }
})
