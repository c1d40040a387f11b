import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import { expect, inject, test } from 'vitest'
import { newDatabase } from '../engines/test-store.ts'
import { environment, runCli, runJson, startServer } from '../given/run-cli.ts'
import { signIn } from '../given/sign-in.ts'
import { useServer } from '../given/use-server.ts'

const { env, server } = useServer()
/** A command that reaches the database itself knows only where the service would listen by default. */
const site = () => (inject('engine').name === 'pglite' ? server.url : 'http://127.0.0.1:3000')
const ID = /^[0-9a-f-]{36}$/

async function givenWorkspace(slug: string) {
  const made = await runJson(['workspace', 'create', '--name', 'Harbour', '--currency', 'GBP', '--slug', slug], env)
  expect(made).toEqual({ id: expect.stringMatching(ID), slug })
  return made.id as string
}

const add = (workspace: string, email: string, role: string) =>
  ['person', 'add', '--workspace', workspace, '--email', email, '--name', 'Pat', '--role', role] as string[]

test('the operator adds people, changes their roles and passwords, and removes them, while the service runs', async () => {
  const workspace = await givenWorkspace('harbour')
  const pat = await runJson(
    [...add(workspace, 'pat@harbour.example', 'owner'), '--password-stdin'],
    env,
    'first pass\r\n',
  )
  expect(pat).toEqual({ id: expect.stringMatching(ID), email: 'pat@harbour.example', role: 'owner', link: null })
  expect((await signIn(server.url, 'pat@harbour.example', 'first pass')).status).toBe(200)

  const bo = await runJson(add(workspace, 'bo@harbour.example', 'manager'), env)
  expect(bo).toMatchObject({ email: 'bo@harbour.example', role: 'manager' })
  expect(bo.link).toMatch(new RegExp(`^${site()}/invitation/[\\w-]{65}$`))
  expect(await runJson(['person', 'list', '--workspace', workspace], env)).toMatchObject({
    members: [{ id: pat.id, name: 'Pat', role: 'owner' }],
    invitations: [{ id: bo.id, email: 'bo@harbour.example', role: 'manager' }],
  })

  const lastOwner = await runCli(['person', 'role', pat.id, 'manager', '--workspace', workspace], env)
  expect(lastOwner).toMatchObject({ code: 1, stderr: 'Pat is the last owner, and cannot lose that role.\n' })
  await runJson(['person', 'password', 'PAT@harbour.example', '--password-stdin'], env, 'second pass\n')
  expect((await signIn(server.url, 'pat@harbour.example', 'first pass')).status).toBe(401)
  expect((await signIn(server.url, 'pat@harbour.example', 'second pass')).status).toBe(200)

  await runJson([...add(workspace, 'otto@harbour.example', 'owner'), '--password-stdin'], env, 'third pass')
  expect(await runJson(['person', 'role', 'pat@harbour.example', 'manager', '--workspace', workspace], env)).toEqual({
    id: pat.id,
    role: 'manager',
  })
  expect(await runJson(['person', 'remove', pat.id, '--workspace', workspace], env)).toEqual({ id: pat.id })
})

test('the operator says whether the staff needs passkeys, and removes those that somebody has lost', async () => {
  const workspace = await givenWorkspace('vale')
  const email = 'val@vale.example'
  await runJson([...add(workspace, email, 'owner'), '--password-stdin'], env, 'first pass')
  const entered = await signIn(server.url, email, 'first pass')
  const cookie = entered.headers.get('set-cookie')!.split(';')[0]!
  const status = async () =>
    (await fetch(`${server.url}/app-api/console/vale/workspace`, { headers: { cookie } })).status
  expect(await status()).toBe(200)
  const set = (rule: string) => runJson(['workspace', 'set-passkeys', workspace, rule], env)
  expect(await set('required')).toEqual({ id: workspace, passkeys: 'required' })
  expect(await status()).toBe(403)
  expect(await set('optional')).toEqual({ id: workspace, passkeys: 'optional' })
  expect(await status()).toBe(200)
  expect(await runJson(['person', 'remove-passkeys', email], env)).toMatchObject({ removed: 0 })
  expect(await status()).toBe(401)
})

test('an address is made from the name, and is unique', async () => {
  const create = (...args: string[]) => runJson(['workspace', 'create', '--currency', 'EUR', ...args], env)
  expect(await create('--name', 'Möbel & Söhne')).toMatchObject({ slug: 'mobel-sohne' })
  expect(await create('--name', 'Möbel & Söhne')).toMatchObject({ slug: 'mobel-sohne-2' })
  expect(await create('--name', 'Harry’s Großhandel Sjø')).toMatchObject({ slug: 'harrys-grosshandel-sjo' })
  expect(await create('--name', '株式会社')).toMatchObject({ slug: 'workspace' })
  const taken = await runCli(
    ['workspace', 'create', '--currency', 'EUR', '--name', 'Other', '--slug', 'mobel-sohne'],
    env,
  )
  expect(taken).toMatchObject({ code: 1, stderr: expect.stringContaining('mobel-sohne') })
})

test('what is not sent is in the outbox, with the links of invitations', async () => {
  const workspace = await givenWorkspace('outbox')
  await runJson(add(workspace, 'mia@harbour.example', 'manager'), env)
  const { mails } = await runJson(['mail', 'list'], env)
  const mail = mails.find(({ to }: { to: string }) => to === 'mia@harbour.example')
  expect(mail).toEqual({
    id: expect.stringMatching(ID),
    to: 'mia@harbour.example',
    subject: 'Join Harbour on Trade Catalogue',
    text: expect.stringContaining(`${site()}/invitation/`),
    at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    status: 'queued',
  })
  expect(await runJson(['mail', 'show', mail.id], env)).toEqual(mail)
  expect((await runCli(['mail', 'show', mail.id], env)).stdout).toContain(mail.text)
})

test('wrong input is refused in words', async () => {
  const workspace = await givenWorkspace('refused')
  const refusals: [string[], string, RegExp][] = [
    [add(workspace, 'no address', 'manager'), '', /^email: Must be one e-mail address\.\n$/],
    [
      add(workspace, 'pat@x.example', 'boss'),
      '',
      /^role: Must be one of: owner, manager, pricing, orders, viewer\.\n$/,
    ],
    [[...add(workspace, 'pat@x.example', 'manager'), '--password-stdin'], 'short', /^password: Must have at least 8/],
    [['person', 'remove', 'nobody@x.example', '--workspace', workspace], '', /^There is no member "nobody@x\.example"/],
  ]
  for (const [args, input, message] of refusals) {
    expect(await runCli(args, env, input)).toMatchObject({ code: 1, stderr: expect.stringMatching(message) })
  }
})

test('a start with nobody in it prints a link to set it up; mail goes out from the public address', async () => {
  const received = Promise.withResolvers<string>()
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: async (stream, _session, done) => {
      received.resolve(await text(stream))
      done()
    },
  })
  smtp.listen(0, '127.0.0.1')
  await once(smtp.server, 'listening')
  const fresh = await newDatabase()
  const mailEnv = {
    ...environment(fresh.config),
    SMTP_URL: `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`,
    MAIL_FROM: 'noreply@trade.example',
    PUBLIC_URL: 'https://trade.example',
  }
  const service = await startServer(mailEnv)
  try {
    await expect.poll(service.printed).toMatch(/^Set up: https:\/\/trade\.example\/set-up\?code=\w{4}(-\w{4}){3}$/m)
    const { id } = await runJson(['workspace', 'create', '--name', 'Harbour', '--currency', 'GBP'], mailEnv)
    await runJson(add(id, 'mia@harbour.example', 'manager'), mailEnv)
    expect(await received.promise).toMatch(/https:\/\/trade\.example\/invitation\//)
    await expect.poll(async () => (await runJson(['mail', 'list'], mailEnv)).mails).toMatchObject([{ status: 'sent' }])
  } finally {
    await service.stop()
    await fresh.remove()
    await new Promise<void>((closed) => smtp.close(() => closed()))
  }
})
