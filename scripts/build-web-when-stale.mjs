// Runs before `npm start` and the tests on a database: builds the pages when they are missing, or made from other
// sources.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const web = `${root}web/`
/** Says which sources the present build was made from. */
const stamp = `${web}dist/sources.txt`
/** A folder that is there while a process builds. */
const lock = `${web}dist-lock`
const LONGEST_BUILD_MS = 180_000

/**
 * A digest of all that a build reads: the sources, and the versions of the packages. By content, so that a checkout of
 * the same changes nothing.
 */
function digestOfSources() {
  const digest = createHash('sha256')
  const sources = [web, `${root}server/src/shared/`]
    .flatMap((folder) => readdirSync(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath ?? entry.path}/${entry.name}`)
    .filter((file) => !/\/web\/+(dist|dist-\w+|node_modules)\//.test(file.slice(root.length - 1)))
  for (const file of [...sources.toSorted(), `${root}package-lock.json`]) {
    digest.update(`${file.slice(root.length)}\n`).update(readFileSync(file))
  }
  return digest.digest('hex')
}

/** Builds the pages if that is due, beside the present build, which it then replaces. Throws where the build fails. */
export function buildWebWhenStale() {
  const digest = digestOfSources()
  if (isBuiltFrom(digest)) return
  takeLock()
  const fresh = `${web}dist-${process.pid}`
  try {
    // Another process may have built them meanwhile.
    if (isBuiltFrom(digest)) return
    console.log('Building the pages, since they are missing or their sources changed …')
    build(fresh)
    writeFileSync(`${fresh}/sources.txt`, digest)
    rmSync(`${web}dist`, { recursive: true, force: true })
    renameSync(fresh, `${web}dist`)
  } finally {
    rmSync(fresh, { recursive: true, force: true })
    rmSync(lock, { recursive: true, force: true })
  }
}

function isBuiltFrom(digest) {
  try {
    return readFileSync(stamp, 'utf8') === digest
  } catch {
    return false
  }
}

/** Waits for a build of another process. A lock that is older than any build was left by one that was killed. */
function takeLock() {
  for (;;) {
    try {
      return mkdirSync(lock)
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
    }
    const age = Date.now() - (statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now())
    if (age > LONGEST_BUILD_MS) rmSync(lock, { recursive: true, force: true })
    else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200)
  }
}

function build(folder) {
  const args = ['run', '--silent', 'build', '--', '--outDir', folder, '--logLevel', 'warn']
  const { status, stderr } = spawnSync('npm', args, {
    cwd: root,
    // Tests run with another one, for which React would be built to be debugged.
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'ignore', 'pipe'],
    encoding: 'utf8',
    shell: process.platform === 'win32',
  })
  if (status !== 0) throw new Error(`The pages could not be built:\n${stderr}`)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    buildWebWhenStale()
  } catch (error) {
    console.error(error.message)
    process.exitCode = 1
  }
}
