import { once } from 'node:events'
import fs, { mkdirSync, truncateSync, utimesSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import { syncBuiltinESMExports } from 'node:module'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { generate } from 'selfsigned'
import { SMTPServer } from 'smtp-server'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { readConfig } from '../../server/src/config.ts'
import { examineSurroundings } from '../../server/src/ops/doctor/surroundings.ts'
import { useTemporaryFolder } from '../given/temporary-folder.ts'
import { runCli, startServer } from '../given/run-cli.ts'
import type { Environment, RunningServer } from '../given/run-cli.ts'
import { useDatabase } from '../given/use-server.ts'

const HOUR_MS = 3_600_000
const GIGABYTE = 1024 ** 3
const folder = useTemporaryFolder()
const BACKUPS_DIR = join(folder, 'backups')
const database = useDatabase()

/** What is found of one subject. */
async function found(check: string, env: Environment) {
  const findings = await examineSurroundings(readConfig({}, { DATA_DIR: folder, ...env }))
  return findings.filter((finding) => finding.check === check)
}
/** One finding, with words of what is wrong and of what to do. */
const one = (status: string, message: string, advice: string) => [
  {
    check: expect.any(String),
    status,
    message: expect.stringContaining(message),
    advice: expect.stringContaining(advice),
  },
]

describe('PUBLIC_URL', () => {
  /** As a proxy does. */
  const pass = (headers: Record<string, string>) => (incoming: IncomingMessage, answer: ServerResponse) =>
    incoming.pipe(
      request(`${server.url}${incoming.url}`, { method: incoming.method, headers: { ...incoming.headers, ...headers } })
        .on('response', (response) => {
          answer.writeHead(response.statusCode!, response.headers)
          response.pipe(answer)
        })
        .on('error', () => answer.writeHead(502).end()),
    )
  const PROXIED = { 'x-forwarded-proto': 'https', 'x-forwarded-for': '203.0.113.7' }
  const proxy = createServer()
  const trusted = getCACertificates()
  let server: RunningServer
  let PUBLIC_URL: string
  let env: Environment
  const answerBy = (listener: (incoming: IncomingMessage, answer: ServerResponse) => void) =>
    proxy.removeAllListeners('request').on('request', listener)

  /** Puts a certificate that is valid for some days from now into use; it is one that browsers know, unless said. */
  async function certify({ name = 'localhost', from = -1, to = 90, known = true } = {}) {
    const { cert, private: key } = await generate([{ name: 'commonName', value: name }], {
      extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: name }] }],
      notBeforeDate: new Date(Date.now() + from * 24 * HOUR_MS),
      notAfterDate: new Date(Date.now() + to * 24 * HOUR_MS + HOUR_MS),
    })
    proxy.setSecureContext({ cert, key })
    setDefaultCACertificates(known ? [...trusted, cert] : trusted)
    return cert
  }

  beforeAll(async () => {
    proxy.listen(0, '127.0.0.1')
    await once(proxy, 'listening')
    PUBLIC_URL = `https://localhost:${(proxy.address() as AddressInfo).port}`
    env = { ...database, PUBLIC_URL, TRUST_PROXY: '127.0.0.1' }
    server = await startServer(env)
  })
  afterAll(async () => {
    setDefaultCACertificates(trusted)
    proxy.close()
    await server.stop()
  })

  test('leads to the service over TLS, as the command says', async () => {
    const ca = join(folder, 'ca.pem')
    writeFileSync(ca, await certify())
    answerBy(pass(PROXIED))
    expect(await found('certificate', env)).toMatchObject([{ status: 'ok', message: 'Valid for 90 days.' }])
    const { stdout, code } = await runCli(['doctor', '--deploy'], { ...env, BACKUPS_DIR, NODE_EXTRA_CA_CERTS: ca })
    expect(stdout).toContain(`ok       public address: ${PUBLIC_URL} leads to this service.\n`)
    expect(stdout).toContain('warning  mail: No mail is sent: SMTP_URL is not set.\n')
    expect(stdout).toContain('problem  backups: No backup can be written: ')
    expect(code).toBe(1)
  })

  test.each([
    [{ from: -85, to: 5 }, 'warning', 'expires in 5 days', 'Renew it'],
    [{ from: -9, to: -2 }, 'problem', 'has expired on 2', 'Renew it'],
    [{ known: false }, 'problem', 'Browsers refuse the certificate', 'an authority that browsers know'],
  ])('has a certificate that is not well: %o', async (certificate, status, message, advice) => {
    await certify(certificate)
    answerBy(pass(PROXIED))
    expect(await found('certificate', env)).toEqual(one(status, message, advice))
  })

  test('leads to what is not this service, or to one that does not know its address', async () => {
    await certify()
    const address = (more: Environment = {}) => found('public address', { ...env, ...more })
    answerBy((_, answer) => answer.writeHead(200, { 'x-request-id': 'mine' }).end())
    expect(await address()).toEqual(one('problem', 'Something else than this service answers', 'DNS'))
    answerBy(pass({}))
    expect(await address()).toEqual(one('problem', 'cookies are not Secure', 'Set TRUST_PROXY'))
    answerBy(pass({ ...PROXIED, origin: 'https://other.example' }))
    expect(await address()).toEqual(one('problem', 'it has another PUBLIC_URL', 'with this PUBLIC_URL'))
    answerBy((incoming, answer) => answer.writeHead(503, { 'x-request-id': incoming.headers['x-request-id']! }).end())
    expect(await address()).toEqual(one('problem', 'answers with 503', 'log of the service'))
    expect(await address({ PUBLIC_URL: 'https://127.0.0.1:1' })).toEqual(one('problem', 'ECONNREFUSED', 'the firewall'))
    expect(await address({ PUBLIC_URL: '' })).toEqual(one('problem', 'PUBLIC_URL is not set', 'Set it'))
    expect(await found('certificate', { PUBLIC_URL: server.url })).toEqual(one('problem', 'has none', 'Set TLS_CERT'))
  })
})

test('mail: the server takes it, refuses the password, or does not answer', async () => {
  const smtp = new SMTPServer({
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    onAuth: ({ password }, _session, done) =>
      password === 'right' ? done(null, { user: 'shop' }) : done(new Error('Wrong password')),
  })
  smtp.listen(0, '127.0.0.1')
  await once(smtp.server, 'listening')
  const { port } = smtp.server.address() as AddressInfo
  const mail = (password: string) =>
    found('mail', { SMTP_URL: `smtp://shop:${password}@127.0.0.1:${port}`, MAIL_FROM: 'shop@trade.example' })
  expect(await mail('right')).toMatchObject([
    { status: 'ok', message: `127.0.0.1:${port} takes mail from shop@trade.example.` },
  ])
  const wrong = await mail('s3cret')
  expect(wrong).toEqual(one('problem', 'Wrong password', 'password in SMTP_URL'))
  expect(JSON.stringify(wrong)).not.toContain('s3cret')
  await new Promise<void>((closed) => smtp.close(() => closed()))
  expect(await mail('right')).toEqual(one('problem', 'ECONNREFUSED', 'Check the host'))
  expect(await found('mail', {})).toEqual(one('warning', 'No mail is sent', 'Set SMTP_URL'))
})

describe('clock', () => {
  afterEach(() => void vi.unstubAllEnvs())

  test('the operating system knows whether it is synchronised', async () => {
    const bin = join(folder, 'bin')
    mkdirSync(bin)
    vi.stubEnv('PATH', bin)
    expect(await found('clock', {})).toMatchObject([{ status: 'ok', message: expect.stringContaining('container') }])
    const answer = (text: string) =>
      writeFileSync(join(bin, 'timedatectl'), `#!/bin/sh\necho ${text}\n`, { mode: 0o755 })
    answer('yes')
    expect(await found('clock', {})).toMatchObject([{ status: 'ok', message: 'Synchronised by NTP.' }])
    answer('no')
    expect(await found('clock', {})).toEqual(one('problem', 'is not synchronised', 'timedatectl set-ntp true'))
  })
})

describe('disks and backups', () => {
  const { statfsSync } = fs
  /** Lets the disks have so many bytes left. */
  function leave(bytes: number) {
    fs.statfsSync = ((path: string) => ({ ...statfsSync(path), bavail: bytes, bsize: 1 })) as typeof statfsSync
    syncBuiltinESMExports()
  }
  afterEach(() => {
    fs.statfsSync = statfsSync
    syncBuiltinESMExports()
  })

  test('the disk of images is full, nearly so, or has room', async () => {
    leave(50 * GIGABYTE)
    expect(await found('image folder', {})).toMatchObject([
      { status: 'ok', message: expect.stringContaining('50.0 GB') },
    ])
    leave(GIGABYTE)
    expect(await found('image folder', {})).toEqual(one('warning', 'has 1.0 GB left', 'Free some space'))
    leave(GIGABYTE / 8)
    expect(await found('image folder', {})).toEqual(one('problem', 'has 128.0 MB left', 'nothing can be written'))
  })

  test('the newest backup is of last night, and the next one has room', async () => {
    leave(50 * GIGABYTE)
    const backups = () => found('backups', { BACKUPS_DIR })
    expect(await found('backups', {})).toEqual(one('warning', 'BACKUPS_DIR is not set', 'Set BACKUPS_DIR'))
    expect(await backups()).toEqual(one('problem', 'No backup can be written: ENOENT', 'Make the folder'))
    mkdirSync(BACKUPS_DIR)
    writeFileSync(join(BACKUPS_DIR, 'notes.txt'), '')
    expect(await backups()).toEqual(one('problem', 'There is no backup', 'Take one'))
    const put = (name: string, hours: number) => {
      const at = new Date(Date.now() - hours * HOUR_MS - 60_000)
      writeFileSync(join(BACKUPS_DIR, name), 'data')
      utimesSync(join(BACKUPS_DIR, name), at, at)
    }
    put('older.tcb', 50)
    put('newer.tcb', 26)
    expect(await backups()).toEqual(one('problem', 'newer.tcb, is 26 hours old', 'journalctl'))
    put('newest.tcb', 25)
    expect(await backups()).toMatchObject([
      { status: 'ok', message: expect.stringContaining('newest.tcb, is 25 hours') },
    ])
    leave(GIGABYTE)
    expect(await backups()).toEqual(one('warning', 'has 1.0 GB left', 'Free some space'))
    truncateSync(join(BACKUPS_DIR, 'newest.tcb'), 2 * GIGABYTE)
    expect(await backups()).toEqual(one('problem', 'has 2.0 GB, and the disk', 'for the next one'))
  })
})
