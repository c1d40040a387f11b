import { execFileSync, spawnSync } from 'node:child_process'
import type { IncomingMessage } from 'node:http'
import { get } from 'node:https'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { newDatabase } from '../engines/test-store.ts'
import { useTemporaryFolder } from '../given/temporary-folder.ts'
import { environment, startServer } from '../given/run-cli.ts'

const folder = useTemporaryFolder()
const openssl = spawnSync('openssl', ['version']).status === 0
if (!openssl) console.warn('Skipped: there is no openssl to make a certificate with.')

test.skipIf(!openssl)('with a certificate and its key the service speaks HTTPS', async () => {
  const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')]
  const self = ['-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', '-subj', '/CN=localhost']
  execFileSync('openssl', ['req', ...self, '-keyout', key, '-out', cert], { stdio: 'ignore' })
  const database = await newDatabase()
  const server = await startServer({ ...environment(database.config), TLS_CERT: cert, TLS_KEY: key })
  expect(server.url).toMatch(/^https:/)
  const read = (path: string) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      get(server.url + path, { rejectUnauthorized: false }, (response) => resolve(response.resume())).on(
        'error',
        reject,
      )
    })
  expect((await read('/api/v1/workspace')).statusCode).toBe(401)
  expect((await read('/docs')).headers['strict-transport-security']).toMatch(/^max-age=\d{8}$/)
  expect(await server.stop()).toBe(0)
  await database.remove()
})
