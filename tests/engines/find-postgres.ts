import { execFileSync } from 'node:child_process'
import { existsSync, globSync, realpathSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'

/** Where the tests find a Postgres: a server that is running, or the programs to run one. */
export type FoundPostgres = { url: string } | { programs: string }

const NEEDED = ['initdb', 'pg_ctl', 'pg_basebackup']

/** TEST_DATABASE_URL, or else the folder of the newest server programs; undefined where there is neither. */
export function findPostgres(): FoundPostgres | undefined {
  const url = process.env['TEST_DATABASE_URL']
  if (url) return { url }
  const programs = findPrograms()
  return programs === undefined ? undefined : { programs }
}

/** The folder of the newest server programs. */
export function findPrograms(): string | undefined {
  const folders = [
    ...(process.env['PATH'] ?? '').split(delimiter),
    ...globSync('/usr/lib/postgresql/*/bin').toSorted().toReversed(),
    ...globSync('/opt/homebrew/opt/postgresql*/bin').toSorted().toReversed(),
  ]
  return folders.find((folder) => NEEDED.every((program) => existsSync(join(folder, program))))
}

/** The folder of the newest server programs, where Citus is installed for them. */
export function findCitus(): string | undefined {
  const programs = findPrograms()
  if (programs === undefined) return undefined
  // A link may lead from the path to the programs.
  const installed = dirname(realpathSync(join(programs, 'initdb')))
  const libraries = execFileSync(join(installed, 'pg_config'), ['--pkglibdir'], { encoding: 'utf8' }).trim()
  return existsSync(join(libraries, 'citus.so')) ? programs : undefined
}
