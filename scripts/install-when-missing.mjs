// Runs before `npm start`, the tests, the checks and the bench, on whatever Node the machine has: a bare clone installs
// itself.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
if (!existsSync(`${root}/node_modules/.package-lock.json`)) {
  console.log('Installing what this needs, once …')
  // Errors only: the packages are for the Node that is installed with them, not for the one that runs npm now.
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
  })
  process.exitCode = status ?? 1
}
