import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import type { OpenAPIV3_1 } from 'openapi-types'
import { buildApp } from '../../server/src/app.ts'
import type { Tables } from '../../server/src/database/tables.ts'

type Documents = {
  /** Of the public API. */
  api: OpenAPIV3_1.Document
  /** Of what the pages call. */
  pages: OpenAPIV3_1.Document
}

let described: Promise<Documents> | undefined

/** The service's description of itself, made once in this process. */
export async function openApiDocument(): Promise<OpenAPIV3_1.Document> {
  return (await openApiDocuments()).api
}

/** Both descriptions. */
export function openApiDocuments(): Promise<Documents> {
  return (described ??= describe())
}

/** Needs no database. */
async function describe(): Promise<Documents> {
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
    const response = await app.inject('/api/v1/openapi.json')
    return { api: response.json(), pages: app.appApi() as OpenAPIV3_1.Document }
  } finally {
    await app.close()
  }
}
