import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DatabaseConfig } from '../server/src/config.ts'
import { environment, startServer } from '../tests/cli/run-cli.ts'
import type { RunningServer } from '../tests/cli/run-cli.ts'

const ROOT = join(import.meta.dirname, '..')
/** There is no release yet: a commit at schema 20 stands for one. */
const BEFORE_RELEASES = 'd468ee1'

/** The tag of the last release. */
export function lastRelease(): string {
  const tags = git('tag', '--list', 'v*', '--sort=-version:refname', '--merged').toString()
  return tags.split('\n')[0] || BEFORE_RELEASES
}

export type ReleasedVersion = {
  /** Fills a database as its own bench does. Returns a key, and products that every customer sees. */
  fill: (config: DatabaseConfig, products: number) => { keys: string[]; sample: { id: string; sku: string }[] }
  serve: (config: DatabaseConfig) => Promise<RunningServer>
  remove: () => void
}

/** The sources of that commit in their own folder, on the packages of this clone. Throws if the clone lacks it. */
export function releasedVersion(commit: string): ReleasedVersion {
  const folder = mkdtempSync(join(tmpdir(), 'released-'))
  execFileSync('tar', ['-x', '-C', folder], { input: git('archive', commit) })
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  return {
    fill: (config, products) => {
      const program = `
        const { openStore } = await import('${folder}/server/src/database/open.ts')
        const { fill } = await import('${folder}/bench/fill.ts')
        const store = await openStore(${JSON.stringify(config)})
        const { keys, sample } = await fill(store, { products: ${products}, others: 1 })
        await store.close()
        console.log(JSON.stringify({ keys, sample }))`
      const printed = execFileSync('node', ['--input-type=module', '--eval', program], {
        maxBuffer: 2 ** 28,
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      return JSON.parse(String(printed))
    },
    serve: (config) =>
      startServer(
        { ...environment(config), RATE_LIMIT_PER_MINUTE: '1000000000', NODE_OPTIONS: '' },
        [],
        join(folder, 'server/src/cli.ts'),
      ),
    remove: () => rmSync(folder, { recursive: true }),
  }
}

function git(...args: string[]): Buffer {
  return execFileSync('git', args, { cwd: ROOT, maxBuffer: 2 ** 28, stdio: ['ignore', 'pipe', 'inherit'] })
}
