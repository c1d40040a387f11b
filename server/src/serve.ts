import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { resolve } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import type { FastifyInstance } from 'fastify'
import type { Registry } from 'prom-client'
import type { buildConnector } from 'undici'
import { buildApp } from './app.ts'
import type { Config } from './config.ts'
import type { Context } from './context.ts'
import { openStore } from './database/open.ts'
import { socketPath } from './database/own-folder.ts'
import { OperatorError } from './errors.ts'
import { providerFetch } from './people/company/identity-provider.ts'
import { imageClient } from './catalogue/images/fetch-image.ts'
import { ImageCopier } from './catalogue/images/image-copier.ts'
import { openImages } from './catalogue/images/open-images.ts'
import { smallPicture } from './catalogue/images/image-decoder.ts'
import type { ReadAttachments } from './jobs/mail/smtp.ts'
import { VALIDATE_ITEM } from './api/v1/product-schema.ts'
import { ImportWorker } from './files/import/import-worker.ts'
import { backgroundJobs } from './jobs/background-jobs.ts'
import { runEvery } from './jobs/run-every.ts'
import { serveMetrics } from './ops/metrics/service-metrics.ts'
import { OPERATIONS } from './ops/all-operations.ts'
import { httpUrl, siteUrl } from './lib/site-url.ts'
import { serveCommands } from './ops/operations/operate.ts'
import { sampleKey, samplePeople } from './ops/operations/sample-access.ts'
import type { SamplePeople, SampleSignIn } from './ops/operations/sample-access.ts'
import { makeSetUpCode } from './people/set-up.ts'
import { passkeyNotice } from './people/passkeys/relying-party.ts'

/** How often a stopping server closes idle connections, in milliseconds. */
const IDLE_CHECK_MS = 50
/** How long requests in flight may take to finish, in milliseconds. */
const GRACE_MS = 5_000

/**
 * Heap growth before a garbage collection, relative to the live objects. V8's default is several times that on a large
 * machine.
 */
const HEAP_GROWTH = '--heap-growing-percent=100'

type ServeOptions = {
  /** Creates the sample workspace first, when the database is empty. */
  sample: boolean
  /** Whether this is the first process of the service: it prints the code to set it up. */
  isFirst?: boolean
  /** Called with the service's address, once it accepts requests. */
  announce?: (text: string) => void
  /** Called with the metrics of this process. Without it, they are served on the metrics port. */
  reportMetrics?: (registry: Registry) => Promise<void>
  /** Connects to the servers of images and of identity providers, for tests. Without it, only public addresses are. */
  imageConnector?: buildConnector.connector
}

/** Runs the service until SIGTERM or SIGINT, then lets the requests in flight finish. */
export async function serve(
  config: Config,
  { sample, isFirst = true, announce = console.log, reportMetrics, imageConnector }: ServeOptions,
): Promise<void> {
  setFlagsFromString(HEAP_GROWTH)
  const stopped = Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT')])
  await using cleanup = new AsyncDisposableStack()

  // First: to open a new folder and make the sample takes many seconds.
  await requireFreePort(config)
  const store = await openStore(config.database)
  cleanup.defer(store.close)
  const images = openImages(config.images)
  cleanup.defer(images.close)
  // The port is known once the service listens.
  const site = { url: siteUrl(config, config.host, config.port), sendsMail: config.smtp !== undefined }
  const loops: ReturnType<typeof runEvery>[] = []
  const context: Context = {
    db: store.db,
    admissionDb: store.admissionDb,
    clock: () => new Date(),
    written: () => loops.forEach(({ wake }) => wake()),
    images,
    site,
    company: { provider: config.oidc, fetch: providerFetch(imageConnector) },
  }
  if (config.database.engine === 'embedded') {
    const commands = await serveCommands(socketPath(config.database.dataDir), context, OPERATIONS)
    cleanup.defer(commands.close)
  }
  const key = sample ? await sampleKey(context, config.database) : null
  const people = sample ? await samplePeople(context, config.database) : { staff: null, buyer: null }
  const setUpCode = isFirst ? await makeSetUpCode(context) : null
  const metrics = config.metrics && new (await import('./ops/metrics/service-metrics.ts')).ServiceMetrics(store.pool)
  const app = await buildApp(context, { ...config, metrics })
  store.outages.logTo(app.log)
  cleanup.defer(() => closeGracefully(app))

  await listen(app, config)
  const listening = app.server.address() as AddressInfo
  site.url = siteUrl(config, config.host, listening.port)
  const client = imageClient(imageConnector)
  const copier = new ImageCopier(context, images, client.fetch)
  cleanup.defer(async () => {
    await copier.close()
    await client.close()
  })
  const attachments: ReadAttachments = {
    image: (digest, format) => smallPicture(images.store, digest, format),
    order: async (...order) => (await import('./files/export/order-pdf.ts')).mailedOrder(context, ...order),
    quote: async (...quote) => (await import('./files/export/order-pdf.ts')).mailedQuote(context, ...quote),
  }
  const sendMail = config.smtp && (await import('./jobs/mail/smtp.ts')).smtpSender(config.smtp, attachments)
  const imports = new ImportWorker(context, { validate: VALIDATE_ITEM, runQueued: app.runQueued })
  cleanup.defer(() => imports.close())
  const work = { images: { copier, library: images }, imports }
  const jobs = backgroundJobs(context, config.database.engine, work, sendMail)
  for (const job of jobs) {
    const loop = runEvery(job, app.log, metrics?.jobRan)
    loops.push(loop)
    cleanup.defer(loop.stop)
  }
  const url = httpUrl(listening.address, listening.port, config.tls)
  const lines = announcement({ url, site: site.url, sampleKey: key, people, setUpCode })
  // Otherwise nobody would notice a misspelled variable.
  const dataDir = 'dataDir' in config.database && resolve(config.database.dataDir)
  lines.push(`Data is in ${dataDir || 'the database of DATABASE_URL'}`)
  if (metrics && reportMetrics) await reportMetrics(metrics.registry)
  else if (metrics && config.metrics) {
    const shown = await serveMetrics(config.metrics, () => metrics.registry.metrics())
    cleanup.defer(shown.close)
    lines.push(`Metrics are at ${shown.url}`)
  }
  announce(lines.join('\n'))
  await stopped
}

/** Waits for the requests in flight, up to a limit. Idle connections are closed. */
async function closeGracefully(app: FastifyInstance): Promise<void> {
  const idle = setInterval(() => app.server.closeIdleConnections(), IDLE_CHECK_MS)
  const hurry = setTimeout(() => app.server.closeAllConnections(), GRACE_MS)
  await app.close()
  clearInterval(idle)
  clearTimeout(hurry)
}

async function listen(app: FastifyInstance, { host, port }: Config): Promise<void> {
  try {
    await app.listen({ host, port })
  } catch (error) {
    throw cannotListen(host, port, error as Error)
  }
}

/** Throws an OperatorError where something else listens there. */
async function requireFreePort({ host, port }: Config): Promise<void> {
  const probe = createServer().listen(port, host)
  try {
    await once(probe, 'listening')
  } catch (error) {
    throw cannotListen(host, port, error as Error)
  }
  probe.close()
  await once(probe, 'close')
}

function cannotListen(host: string, port: number, { message }: Error): OperatorError {
  return new OperatorError(`Cannot listen on ${host}:${port}: ${message}. Free the port, or choose another by PORT.`)
}

/** What the start knows of how to use the service. */
type Start = {
  /** Where the service listens. */
  url: string
  /** Where its pages are. */
  site: string
  sampleKey: string | null
  people: SamplePeople
  setUpCode: string | null
}

/** What the start prints. */
export function announcement({ url, site, sampleKey, people: { staff, buyer }, setUpCode }: Start): string[] {
  const lines = [`Trade Catalogue is at ${url}`, `The API is described at ${url}/docs`]
  if (sampleKey) lines.push(`Try it: curl -H 'Authorization: Bearer ${sampleKey}' '${url}/api/v1/products?limit=3'`)
  if (staff) lines.push(`Staff: ${site}/w/${staff.slug} as ${signInOf(staff)}`)
  if (buyer) lines.push(`Buyer: ${site}/t/${buyer.slug} as ${signInOf(buyer)}`)
  if (setUpCode) lines.push(`Set up: ${site}/set-up?code=${setUpCode}`)
  const notice = passkeyNotice(site)
  if (notice) lines.push(notice)
  return lines
}

function signInOf({ email, password }: SampleSignIn): string {
  return `${email} with ${password === null ? 'the password that you chose' : `the password ${password}`}`
}
