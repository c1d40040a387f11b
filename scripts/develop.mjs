// `npm run dev`: the service, and the pages from Vite, which reloads them as their sources change. Ctrl-C ends both.
import { spawn } from 'node:child_process'

const options = { stdio: 'inherit', shell: process.platform === 'win32' }
const children = [
  spawn('trade-catalogue', ['serve', '--sample'], options),
  spawn('vite', ['web', '--config', 'web/vite.config.ts'], options),
]

for (const child of children) {
  child.on('exit', (code) => {
    process.exitCode ||= code ?? 0
    for (const other of children) other.kill('SIGTERM')
  })
}
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    for (const child of children) child.kill('SIGTERM')
  })
}
