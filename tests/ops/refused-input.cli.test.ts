import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { useTemporaryFolder } from '../given/temporary-folder.ts'
import { givenWorkspace } from '../given/workspace.ts'
import { runCli, startServer } from '../given/run-cli.ts'
import type { Environment } from '../given/run-cli.ts'
import { useDatabase } from '../given/use-server.ts'

const env = useDatabase()
const folder = useTemporaryFolder()

test('bad input to a command is refused in one line', async () => {
  const server = await startServer(env)
  const { workspace: id } = await givenWorkspace(env)
  const bad = [
    [['workspace', 'create', '--name', 'x', '--currency', 'ZZZ'], /currency: "ZZZ" is not/],
    [['workspace', 'create', '--name', 'x', '--currency', 'GBP', '--timezone', 'Moon/Base'], /timezone: "Moon\/Base"/],
    [['workspace', 'create', '--name', ' ', '--currency', 'GBP'], /name: Must not be blank/],
    [['workspace', 'create', '--name', 'x', '--currency', 'GBP', '--plan', 'gold'], /plan: Must be one of/],
    [['workspace', 'set-plan', id, 'gold'], /plan: Must be one of/],
    [['workspace', 'set-plan', 'nonsense', 'pilot'], /workspaceId: Must be an id/],
    [['key', 'create', '--workspace', id, '--name', 'x', '--scope', 'admin'], /scope: Must be one of: read, write/],
    [['key', 'revoke', '01920b3c-7d5e-7a10-8f4e-2b6c9d0e1f2a'], /There is no key 01920b3c/],
  ] as const
  await Promise.all(
    bad.map(async ([args, message]) => {
      const { code, stdout, stderr } = await runCli([...args], env)
      expect({ code, stdout, lines: stderr.trim().split('\n').length }).toEqual({ code: 1, stdout: '', lines: 1 })
      expect(stderr).toMatch(message)
    }),
  )
  await server.stop()
})

test('a server that cannot be reached, or a setting that makes no sense, is one clear line', async () => {
  writeFileSync(join(folder, 'file'), '')
  const bad: [Environment, RegExp][] = [
    [
      { DATABASE_URL: 'postgres://nobody:secret@127.0.0.1:1/none' },
      /^(?!.*secret)The database at 127\.0\.0\.1:1 cannot be used: .*\n$/,
    ],
    [{ DATABASE_URL: 'mysql://admin:secret@x' }, /^DATABASE_URL must start with postgres:\/\/ or postgresql:\/\/\.\n$/],
    [{ ...env, PORT: '99999' }, /^PORT is "99999", and must be at most 65535\.\n$/],
    [{ ...env, PORT: ' ' }, /^PORT is " ", and must be a whole number\.\n$/],
    [{ ...env, RATE_LIMIT_PER_MINUTE: '0' }, /^RATE_LIMIT_PER_MINUTE is "0", and must be at least 1\.\n$/],
    [{ ...env, METRICS_PORT: 'x' }, /^METRICS_PORT is "x", and must be a whole number\.\n$/],
    [{ ...env, LOG_LEVEL: 'loud' }, /^LOG_LEVEL is "loud", and must be one of: fatal, .*\n$/],
    [
      { ...env, SMTP_URL: 'smtp://127.0.0.1', MAIL_FROM: 'Hunt Wholesale' },
      /^MAIL_FROM is "Hunt Wholesale", and must be one address, .*\n$/,
    ],
    [{ ...env, TLS_CERT: '/nowhere.pem' }, /^TLS_KEY must be set together with TLS_CERT\.\n$/],
    [{ ...env, TLS_CERT: '/nowhere.pem', TLS_KEY: '/nowhere.key' }, /^TLS_CERT .*\/nowhere\.pem.*\n$/],
    [{ DATA_DIR: join(folder, 'file') }, /^The data folder .* cannot be used: .*\n$/],
  ]
  await Promise.all(
    bad.map(async ([variables, message]) => {
      const { code, stderr } = await runCli(['serve'], variables)
      expect(code).toBe(1)
      expect(stderr).toMatch(message)
    }),
  )
})
