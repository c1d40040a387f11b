// Runs before `npm start`, the tests, the checks and the bench, on whatever Node the machine has: a bare clone installs
// itself, and so does one whose packages have changed.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

const packagesOf = (file) => JSON.parse(readFileSync(`${root}${file}`, 'utf8')).packages

/** Whether npm has installed the versions of the lockfile. Packages for other machines are not there. */
function isInstalled() {
  try {
    const installed = packagesOf('node_modules/.package-lock.json')
    return Object.entries(packagesOf('package-lock.json')).every(
      ([path, { version, optional }]) =>
        !path.includes('node_modules/') || optional || installed[path]?.version === version,
    )
  } catch {
    return false
  }
}

if (!isInstalled()) {
  console.log('Installing what this needs …')
  // Errors only: the packages are for the Node that is installed with them, not for the one that runs npm now.
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
  })
  process.exitCode = status ?? 1
}
