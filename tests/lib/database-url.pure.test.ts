import { expect, test } from 'vitest'
import { readConfig } from '../../server/src/config.ts'
import { parseDatabaseUrl } from '../../server/src/lib/database-url.ts'

const at = (host: string, port = 5432) => ({ host, port })

test('a URL names one server or several, each with its port, as libpq reads it', () => {
  const cases: [string, ReturnType<typeof at>[]][] = [
    ['postgres://a/db', [at('a')]],
    ['postgresql://u:p@a:5433/db', [at('a', 5433)]],
    ['postgres://a,b,c/db', [at('a'), at('b'), at('c')]],
    ['postgres://u:p@b@a:5433,b:5434,c/db', [at('a', 5433), at('b', 5434), at('c')]],
    ['postgres://[::1]:5433,[2001:db8::7],a', [at('::1', 5433), at('2001:db8::7'), at('a')]],
    ['postgres:///db?host=a:5433,b:5434', [at('a', 5433), at('b', 5434)]],
    ['postgres:///db?host=a,b&port=5433', [at('a', 5433), at('b', 5433)]],
    ['postgres://a,b/db?host=c', [at('c')]],
    ['postgres://%2Fvar%2Frun:5433/db', [at('/var/run', 5433)]],
    ['postgres:///db?host=/var/run', [at('/var/run')]],
    ['postgres:///db', [at('localhost')]],
  ]
  for (const [url, servers] of cases) expect({ url, ...parseDatabaseUrl(url) }).toMatchObject({ url, servers })
})

test('what is left for the driver has neither the servers nor what they must be like', () => {
  const url = 'postgres://u:p%40@a,b:5433/db?host=c&port=1&target_session_attrs=read-write&sslmode=require'
  expect(parseDatabaseUrl(url).rest).toBe('postgres://u:p%40@localhost/db?sslmode=require')
})

test('a URL that cannot be used is refused in words that do not show its password', () => {
  const cases: [string, string][] = [
    ['mysql://u:secret@a', 'must start with postgres:// or postgresql://'],
    ['postgres://u:secret@a,,b/db', 'must list hosts such as db-1:5432,db-2:5432'],
    ['postgres://u:secret@::1/db', 'with an IPv6 address in brackets'],
    ['postgres://u:secret@a b/db', 'must list hosts'],
    ['postgres://u:secret@%zz/db', 'must list hosts'],
    ['postgres://u:secret@a:1,b:99999/db', 'must have ports from 1 to 65535'],
    ['postgres://u:secret@a:0', 'must have ports from 1 to 65535'],
    ['postgres://u:secret@a,b/db?port=x', 'must have ports from 1 to 65535'],
  ]
  for (const [url, message] of cases) {
    expect(() => readConfig({}, { DATABASE_URL: url })).toThrow(message)
    expect(() => readConfig({}, { DATABASE_URL: url })).toThrow(/^DATABASE_URL must (?!.*secret)/)
  }
})
