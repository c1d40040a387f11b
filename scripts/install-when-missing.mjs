// Runs before `npm start`, `npm test` and `npm run check`, on whatever Node the machine has: a bare clone installs itself.
import { execSync } from 'node:child_process'
import { existsSync } from 'node:fs'

if (!existsSync(new URL('../node_modules/.package-lock.json', import.meta.url))) {
  console.log('Installing what this needs, once …')
  execSync('npm ci --no-audit --no-fund', {
    stdio: ['ignore', 'inherit', 'inherit'],
    cwd: new URL('..', import.meta.url),
  })
}
