import { execFileSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { lastRelease } from '../../bench/released-version.ts'
import { findPrograms } from '../engines/find-postgres.ts'
import { runIn } from './run-in.ts'

const ROOT = join(import.meta.dirname, '../..')
const PRODUCTS = process.env['TEST_WHOLE'] ? '100000' : '10000'

test('an upgrade from the last release keeps its rows and prices, and its service reads meanwhile', async ({
  skip,
}) => {
  skip(!findPrograms(), 'Postgres is not installed')
  const release = lastRelease()
  const { code: missing } = await runIn(ROOT, 'git', ['cat-file', '-e', `${release}^{commit}`])
  skip(missing !== 0, `this clone has no ${release}: fetch all commits and tags`)
  const upgraded = await runIn(ROOT, 'node', ['bench/upgrade.ts', PRODUCTS, release], process.env)
  expect(upgraded).toMatchObject({ code: 0, stdout: expect.stringMatching(/ rows and 101 answers are the same\n$/) })
  const had = execFileSync('git', ['ls-tree', '-r', '--name-only', release, 'server/migrations'], { cwd: ROOT })
  const added = globSync('server/migrations/*.sql', { cwd: ROOT }).filter((file) => !String(had).includes(file))
  for (const file of added)
    expect(upgraded.stdout).toMatch(new RegExp(`^${basename(file, '.sql')} +\\d+\\.\\d\\d s`, 'm'))
})
