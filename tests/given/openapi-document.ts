import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import type { OpenAPIV3_1 } from 'openapi-types'
import { buildApp } from '../../server/src/app.ts'
import type { Tables } from '../../server/src/database/tables.ts'

let described: Promise<OpenAPIV3_1.Document> | undefined

/** The service's description of its public API, made once in this process. */
export function openApiDocument(): Promise<OpenAPIV3_1.Document> {
  return (described ??= describe())
}

/** Needs no database. */
async function describe(): Promise<OpenAPIV3_1.Document> {
  const db = new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (database) => new PostgresIntrospector(database),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  })
  const app = await buildApp({ db, clock: () => new Date() }, { rateLimit: 120, logLevel: 'silent', tls: undefined })
  try {
    return (await app.inject('/api/v1/openapi.json')).json()
  } finally {
    await app.close()
  }
}
