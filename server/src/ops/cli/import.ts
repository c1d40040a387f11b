import { openAsBlob } from 'node:fs'
import { basename, join, parse } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { ApiError, createClient } from '@trade-catalogue/client'
import type { Client, Import, Retry } from '@trade-catalogue/client'
import { Command, Option } from 'commander'
import { readApiAccess } from '../../config.ts'
import { OperatorError } from '../../errors.ts'
import { TEXT_ENCODINGS } from '../../shared/text-encodings.ts'
import type { TextEncoding } from '../../shared/text-encodings.ts'
import { ON_DUPLICATE } from '../../database/column-values.ts'
import { printResult } from './print.ts'
import { open, rm, stat, writeFile } from 'node:fs/promises'

/** Exit code of an import that finished with rejected rows, and of one that was interrupted. */
const [SOME_REJECTED, INTERRUPTED] = [2, 130]

/** The longest time that a file takes to arrive, and to be read by the service, in seconds. */
const UPLOAD_SECONDS = 360
const POLL_MS = 1_000

const NOTES = `
The service reads the file, as it reads one from the browser. New prices of existing products go into a draft price
change. Run the same command again to follow an import that goes on: within a day the same file is imported once.

Exit code: 0 if every row was imported, ${SOME_REJECTED} if some rows were rejected, 1 if the import failed, ${INTERRUPTED} if the command was
interrupted. The service goes on then.`

export function importCommand(): Command {
  return new Command('import')
    .description('Import a file of products or customers into a workspace, through the API.')
    .argument('<file>', 'CSV, or an Excel workbook (.xlsx)')
    .option('--url <url>', 'URL of the service (or TRADE_CATALOGUE_URL)')
    .option('--key <key>', 'API key with the scope write (or TRADE_CATALOGUE_KEY)')
    .addOption(
      new Option('--kind <kind>', 'what the file holds').choices(['products', 'customers']).default('products'),
    )
    .option('--map <field=column>', 'take a field from this column; repeatable', collect)
    .option('--set <field=value>', 'give a field the same value in every row; repeatable', collect)
    .option('--ignore <column>', 'leave a column out; repeatable', collect)
    .option('--details <columns>', 'the columns that become details, which buyers see, or "all"; repeatable', collect)
    .addOption(
      new Option('--on-duplicate <rule>', 'which of several rows about the same counts')
        .choices(ON_DUPLICATE)
        .default('error'),
    )
    .addOption(
      new Option('--encoding <name>', 'how a CSV file is encoded, where it does not say so').choices(TEXT_ENCODINGS),
    )
    .option('--rejects <file>', 'file for rejected rows (default: NAME.rejects.csv beside the file)')
    .option('--dry-run', 'only check the file, and tell what an import would do')
    .option('--json', 'print one JSON object')
    .addHelpText('after', NOTES)
    .action(async (file: string, { url, key, json, rejects, ...options }) => {
      const { dir, name } = parse(file)
      const rejectsFile: string = rejects ?? join(dir, `${name}.rejects.csv`)
      const query = { ...readQuery(options), name: basename(file) }
      const access = readApiAccess({ url, key })
      await requireRejectsPath(rejectsFile, file)
      const client = createClient({ ...access, timeout: UPLOAD_SECONDS, onRetry: (retry) => say(retryLine(retry)) })
      const result = await importFile(client, file, query).catch(stopped)
      if (result.status === 'failed' || result.status === 'undone') {
        throw new OperatorError(`The import ${result.id} is ${result.status}. ${result.message ?? ''}`.trim())
      }
      const rejected = { params: { path: { id: result.id } }, parseAs: 'text' } as const
      const rows = result.rejected ? client.get('/api/v1/imports/{id}/rejects', rejected) : null
      await writeRejects(rejectsFile, await rows?.catch(stopped))
      printResult(json, { ...result, rejectsFile: result.rejected ? rejectsFile : null }, lines(result, rejectsFile))
      if (result.rejected) process.exitCode = SOME_REJECTED
    })
}

type Options = {
  kind: 'products' | 'customers'
  map?: string[]
  set?: string[]
  ignore?: string[]
  details?: string[]
  encoding?: TextEncoding
  onDuplicate: (typeof ON_DUPLICATE)[number]
  dryRun?: boolean
}

function readQuery({ map = [], set = [], kind, onDuplicate, dryRun = false, ...optional }: Options) {
  const { ignore, details, encoding } = optional
  const given = {
    ...pairs('map', map),
    ...pairs('set', set),
    ...(ignore && { ignore }),
    ...(details && { details }),
    ...(encoding && { encoding }),
  }
  return { kind, onDuplicate, dryRun, ...given }
}

/** `sku=Code` as `{ 'map.sku': 'Code' }`. */
function pairs(option: 'map' | 'set', texts: string[]): object {
  const given = texts.map((text) => {
    const [field, value] = text.split(/=(.*)/s).map((part) => part.trim())
    if (!field || !value)
      throw new OperatorError(`--${option} ${text}: write it as FIELD=${option === 'map' ? 'COLUMN' : 'VALUE'}.`)
    return [`${option}.${field}`, value] as const
  })
  const repeated = given.find(([name], i) => given.findIndex(([other]) => other === name) < i)
  if (repeated) throw new OperatorError(`--${option} gives ${repeated[0].slice(option.length + 1)} twice.`)
  return Object.fromEntries(given)
}

/** Sends a file, and follows the import to its end. */
async function importFile(client: Client, file: string, query: ReturnType<typeof readQuery>): Promise<Import> {
  let id: string | undefined
  process.on('SIGINT', () => {
    say(
      id === undefined
        ? 'Interrupted before the service had answered. Run the same command again: the file is imported once.'
        : `Interrupted. The service goes on with the import ${id}. Run the same command again to follow it.`,
    )
    process.exit(INTERRUPTED)
  })
  const body = await openFile(file)
  const { data: sent } = await client.post('/api/v1/imports', { params: { query }, body: body as never })
  id = sent.id
  say(`The file has arrived: import ${id}.`)
  for (let tenths = 0; ; await setTimeout(POLL_MS)) {
    const { data } = await client.get('/api/v1/imports/{id}', { params: { path: { id } } })
    if (data.status !== 'reading' && data.status !== 'running') return data
    const { rows, created, updated, unchanged, rejected } = data
    const done = Number(created) + Number(updated) + Number(unchanged) + Number(rejected)
    const reached = data.status === 'running' ? Math.floor((done / rows!) * 10) : 0
    if (reached > tenths) say(`${count(done)} of ${count(rows)} rows.`)
    tenths = Math.max(tenths, reached)
  }
}

async function openFile(path: string): Promise<Blob> {
  try {
    return await openAsBlob(path)
  } catch (error) {
    throw new OperatorError(`Cannot read ${path}: ${(error as Error).message}.`)
  }
}

function lines({ status, rows, created, updated, unchanged, ...result }: Import, rejectsFile: string): string[] {
  const { rejected, priceChanges, priceChangeId: draft, leftOut, message } = result
  return [
    ...(status === 'checked' ? ['Nothing is imported. An import would do this:'] : []),
    `${count(created)} created, ${count(updated)} updated and ${count(unchanged)} unchanged, from ${count(rows)} rows.`,
    ...(priceChanges
      ? [`New prices: ${count(priceChanges)}${draft ? `, in the draft price change ${draft}` : ''}.`]
      : []),
    rejected ? `Rejected rows: ${count(rejected)}. See ${rejectsFile}.` : 'No row was rejected.',
    ...leftOut.map(({ column, reason }) => `Left out: the column "${column}". ${reason}`),
    ...(leftOut.length > 0 ? ['Buyers see details: choose them by --details.'] : []),
    ...(message ? [message] : []),
  ]
}

function retryLine({ status, timedOutAfter, seconds }: Retry): string {
  const what =
    timedOutAfter !== undefined || status === 0
      ? 'The service does not answer'
      : status === 429
        ? 'The rate limit of the key is used up'
        : `The service answered ${status}`
  return `${what}: trying again in ${seconds} s.`
}

/** An error of the API is one line. */
function stopped(error: unknown): never {
  throw error instanceof ApiError ? new OperatorError(error.message) : error
}

function say(line: string): void {
  console.error(line)
}

function count(number: number | null): string {
  return (number ?? 0).toLocaleString('en')
}

function collect(value: string, before: string[] = []): string[] {
  return [...before, value]
}

/** The end of the first line of a file of rejected rows. */
const ENDING = /,row,reason\r?\n/
const START_BYTES = 65_536

/**
 * Throws an OperatorError unless rejected rows may be written there: to a new or empty file, the rejected rows of an
 * earlier run, a device or a pipe. Any other file would be lost. It may even be the input, under another name.
 */
async function requireRejectsPath(path: string, input: string): Promise<void> {
  const [there, from] = await Promise.all([look(path), look(input)])
  if (there === undefined) return
  if (there.dev === from?.dev && there.ino === from.ino) throw new OperatorError('--rejects is the file to import.')
  if (!there.isFile() || there.size === 0n || (await hasRejects(path))) return
  throw new OperatorError(
    `${path} exists, and does not hold rejected rows: move it, or name another file with --rejects.`,
  )
}

/** Writes the rejected rows of this run, or removes those of an earlier one. */
async function writeRejects(path: string, rows: string | undefined): Promise<void> {
  try {
    if (rows !== undefined) await writeFile(path, rows)
    else if ((await look(path))?.isFile()) await rm(path)
  } catch (error) {
    throw new OperatorError(`Cannot write the rejected rows to ${path}: ${(error as Error).message}.`)
  }
}

/** The target of a path, also through links; undefined if there is none. */
function look(path: string) {
  return stat(path, { bigint: true }).catch(() => undefined)
}

async function hasRejects(path: string): Promise<boolean> {
  await using file = await open(path)
  const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(START_BYTES) })
  return ENDING.test(buffer.toString('utf8', 0, bytesRead))
}
