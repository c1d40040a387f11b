/**
 * `npm run release -- 1.2.0`: sets the version of all packages, dates the changes, packs, and commits and tags that. It
 * pushes and publishes nothing, and says how. `dist` has then the tarballs, what they are made of, and checksums.
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { globSync, readFileSync, writeFileSync } from 'node:fs'

const UNRELEASED = '## Unreleased\n'
/** What they run on is part of both. */
const LISTED = ['--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--package-lock-only', '--omit', 'dev']

process.chdir(`${import.meta.dirname}/..`)
const version = process.argv[2] ?? ''
const problem = whyNot()
if (problem) {
  console.error(problem)
  process.exit(1)
}

try {
  const changes = readFileSync('CHANGELOG.md', 'utf8')
  const day = new Date().toISOString().slice(0, 10)
  writeFileSync('CHANGELOG.md', changes.replace(UNRELEASED, `${UNRELEASED}\n## ${version} (${day})\n`))
  const everywhere = ['--workspaces', '--include-workspace-root', '--allow-same-version', '--no-git-tag-version']
  run('npm', 'version', version, ...everywhere, '--no-workspaces-update')
  run('npm', 'install', '--package-lock-only', '--ignore-scripts', '--offline')
  run('node', 'scripts/pack.ts')
  const sbom = JSON.parse(run('npm', 'sbom', ...LISTED))
  // npm takes the name of the folder.
  sbom.metadata.component.name = 'trade-catalogue'
  writeFileSync('dist/sbom.cdx.json', JSON.stringify(sbom, null, 2))
  writeFileSync('dist/SHA256SUMS', ['sbom.cdx.json', ...tarballs()].map(checksum).join(''))
  run('git', 'commit', '--all', '--quiet', '--message', `Release ${version}`)
} catch (error) {
  run('git', 'restore', '.')
  throw error
}
run('git', 'tag', '--annotate', `v${version}`, '--message', `Release ${version}`)
console.log(`Version ${version} is committed and tagged, and in dist. To publish it:
  git push --follow-tags
${tarballs()
  .map((file) => `  npm publish --access public dist/${file}\n`)
  .join('')}`)

/** Why there can be no release now; undefined if there can. */
function whyNot(): string | undefined {
  const { version: last } = JSON.parse(readFileSync('package.json', 'utf8'))
  if (!/^\d+\.\d+\.\d+$/.test(version)) return 'Say which version, such as: npm run release -- 1.2.0'
  if (version.localeCompare(last, 'en', { numeric: true }) < 0) return `The version is ${last} already.`
  if (run('git', 'tag', '--list', `v${version}`)) return `There is a tag v${version} already: choose a higher version.`
  if (run('git', 'status', '--porcelain')) return 'The working tree has changes: commit or stash them first.'
  if (!readFileSync('CHANGELOG.md', 'utf8').includes(`${UNRELEASED}\n- `)) {
    return 'CHANGELOG.md has nothing under "Unreleased": write what users will notice.'
  }
}

/** The tarballs of both packages, the one that the other needs first. */
function tarballs(): string[] {
  return globSync('packages/*.tgz', { cwd: 'dist' }).toSorted().toReversed()
}

/** As `sha256sum --check` reads it. */
function checksum(file: string): string {
  return `${createHash('sha256')
    .update(readFileSync(`dist/${file}`))
    .digest('hex')}  ${file}\n`
}

/** Runs a command and returns what it printed. Throws with its errors if it fails. */
function run(command: string, ...args: string[]): string {
  return execFileSync(command, args, { encoding: 'utf8', maxBuffer: 2 ** 26 })
}
