import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { limitsFromOpenApi, typesFromOpenApi } from '../client/types-from-openapi.ts'
import { buildApp } from '../server/src/app.ts'

const CLIENT = new URL('../client/src/', import.meta.url)
const WEB = new URL('../web/src/shared/', import.meta.url)

/** The generated files of the client and of the pages, each path with its text, from the routes as they are now. */
async function generateClientTypes(): Promise<{ path: string; text: string }[]> {
  // Describing itself, the service touches no database.
  const context = { db: undefined as never, clock: () => new Date() }
  const app = await buildApp(context, { rateLimit: 120, logLevel: 'silent', tls: undefined })
  const document = app.swagger() as Parameters<typeof typesFromOpenApi>[0]
  const appApi = app.appApi() as typeof document
  await app.close()
  return [
    { path: fileURLToPath(new URL('openapi.d.ts', CLIENT)), text: await typesFromOpenApi(document) },
    { path: fileURLToPath(new URL('product-limits.ts', CLIENT)), text: limitsFromOpenApi(document) },
    { path: fileURLToPath(new URL('app-api.d.ts', WEB)), text: await typesFromOpenApi(appApi) },
  ]
}

/** With `--check` nothing is written: it prints the files that are not up to date. */
if (import.meta.main) {
  const check = process.argv.includes('--check')
  for (const { path, text } of await generateClientTypes()) {
    if (!check) writeFileSync(path, text)
    else if (readFileSync(path, 'utf8') !== text) console.log(path)
  }
}
