import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { buildWebWhenStale } from '../../scripts/build-web-when-stale.mjs'
import { useTemporaryFolder } from '../given/temporary-folder.ts'
import { runIn } from './run-in.ts'

const ROOT = join(import.meta.dirname, '../..')
const clone = useTemporaryFolder()
const AUTHOR = { GIT_AUTHOR_NAME: 'A', GIT_AUTHOR_EMAIL: 'a@a', GIT_COMMITTER_NAME: 'A', GIT_COMMITTER_EMAIL: 'a@a' }

beforeAll(() => {
  buildWebWhenStale()
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: ROOT, encoding: 'utf8' })
  for (const file of files.trim().split('\n')) {
    mkdirSync(join(clone, dirname(file)), { recursive: true })
    cpSync(join(ROOT, file), join(clone, file))
  }
  cpSync(join(ROOT, 'web/dist'), join(clone, 'web/dist'), { recursive: true })
  linkPackages('.')
  linkPackages('client')
  git('init', '--quiet')
  commit()
})

test('a release sets the version, dates the changes, tags them, and leaves tarballs, an SBOM and checksums', async () => {
  expect(await release('1.2.0')).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/git push --follow-tags\n.*dist\/packages\/trade-catalogue-client-1\.2\.0\.tgz\n/),
  })
  expect(git('status', '--porcelain')).toBe('')
  expect(git('log', '-1', '--format=%s %(describe)')).toBe('Release 1.2.0 v1.2.0\n')
  for (const manifest of ['package.json', 'client/package.json', 'server/package.json', 'web/package.json']) {
    expect(JSON.parse(textOf(manifest)).version).toBe('1.2.0')
  }
  expect(textOf('CHANGELOG.md')).toMatch(/\n## Unreleased\n\n## 1\.2\.0 \(\d{4}-\d\d-\d\d\)\n\n- /)

  const dist = join(clone, 'dist')
  expect(execFileSync('sha256sum', ['--check', 'SHA256SUMS'], { cwd: dist, encoding: 'utf8' })).toBe(
    'sbom.cdx.json: OK\npackages/trade-catalogue-client-1.2.0.tgz: OK\npackages/trade-catalogue-1.2.0.tgz: OK\n',
  )
  const { bomFormat, metadata, components } = JSON.parse(textOf('dist/sbom.cdx.json'))
  expect({ bomFormat, name: metadata.component.name }).toEqual({ bomFormat: 'CycloneDX', name: 'trade-catalogue' })
  const names = components.map((component: { purl: string }) => component.purl)
  expect(names).toEqual(
    expect.arrayContaining([expect.stringContaining('/fastify@'), expect.stringContaining('/react@')]),
  )
  expect(names).not.toContainEqual(expect.stringContaining('/vitest@'))
})

test('a release that cannot be is refused in one line, and changes nothing', async () => {
  await expectRefused('next', /^Say which version, such as: npm run release -- 1\.2\.0\n$/)
  await expectRefused('1.1.9', /^The version is 1\.2\.0 already\.\n$/)
  await expectRefused('1.2.0', /^There is a tag v1\.2\.0 already: .*\n$/)
  await expectRefused('1.3.0', /^CHANGELOG\.md has nothing under "Unreleased": .*\n$/)
  writeFileSync(join(clone, 'README.md'), 'Other')
  await expectRefused('1.3.0', /^The working tree has changes: .*\n$/)
})

test('a release that fails half way leaves the clone as it was', async () => {
  writeFileSync(join(clone, 'server/src/errors.ts'), 'export const broken: string = 1')
  writeFileSync(join(clone, 'CHANGELOG.md'), textOf('CHANGELOG.md').replace('Unreleased\n', 'Unreleased\n\n- More.\n'))
  commit()
  expect((await release('1.3.0')).code).not.toBe(0)
  expect(git('status', '--porcelain')).toBe('')
  expect(git('tag')).toBe('v1.2.0\n')
})

/** The packages of the repository, with the workspaces of the clone. */
function linkPackages(workspace: string): void {
  const packages = join(clone, workspace, 'node_modules')
  mkdirSync(packages)
  for (const name of readdirSync(join(ROOT, workspace, 'node_modules'))) {
    if (!name.includes('trade-catalogue'))
      symlinkSync(join(ROOT, workspace, 'node_modules', name), join(packages, name))
  }
  if (workspace !== '.') return
  symlinkSync('../server', join(packages, 'trade-catalogue'))
  mkdirSync(join(packages, '@trade-catalogue'))
  symlinkSync('../../client', join(packages, '@trade-catalogue/client'))
}

async function expectRefused(version: string, message: RegExp): Promise<void> {
  const before = git('status', '--porcelain')
  expect(await release(version)).toEqual({ code: 1, stdout: '', stderr: expect.stringMatching(message) })
  expect(git('status', '--porcelain')).toBe(before)
}

function release(version: string) {
  return runIn(clone, 'node', ['scripts/release.ts', version], { ...process.env, ...AUTHOR })
}

function commit(): void {
  git('add', '--all')
  git('commit', '--quiet', '--message', 'Change')
}

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: clone, encoding: 'utf8', env: { ...process.env, ...AUTHOR } })
}

function textOf(file: string): string {
  return readFileSync(join(clone, file), 'utf8')
}
