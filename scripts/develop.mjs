// `npm run dev`: the service, which starts again as its sources change, and before it Vite, which reloads the pages as
// theirs do. Ctrl-C ends both. What is given goes to the service's Node: `npm run dev -- --inspect`.
import { spawn } from 'node:child_process'
import { createServer } from 'vite'

const vite = await createServer({ configFile: 'web/vite.config.ts' })
await vite.listen()

// The addresses that the service prints and mails are then those of the pages that reload.
const { PUBLIC_URL = `http://127.0.0.1:${vite.httpServer.address().port}` } = process.env
const service = spawn('node', ['--watch', ...process.argv.slice(2), 'server/src/cli.ts', 'serve', '--sample'], {
  stdio: 'inherit',
  env: { ...process.env, PUBLIC_URL },
})
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => service.kill(signal))
service.on('exit', (code) => {
  process.exitCode = code ?? 0
  void vite.close()
})
