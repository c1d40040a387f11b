/** Attacks by writing. */
import { setTimeout } from 'node:timers/promises'
import { environment, runCli } from '../../tests/cli/run-cli.ts'
import { LARGEST_CALL_BYTES } from '../../server/src/api/v1/product-schema.ts'
import { product, products } from '../catalogue.ts'
import { makeFile } from '../import-files.ts'
import { apiRequest } from '../load.ts'
import { pacedLoad } from '../paced-load.ts'
import { sendFile } from '../send-rows.ts'
import type { Bench } from '../workload.ts'
import { described } from './attack.ts'
import type { Attack } from './attack.ts'
import { BRAND, emptyWorkspace, oneBrand } from './attacker.ts'
import type { Attacker } from './attacker.ts'

const ROWS = 100
const FILE_ROWS = 5_000
/** Bodies that are sent at once: with each there are as many bytes on their way. */
const BODIES_AT_ONCE = 24
/** Of what is announced, and does not come. */
const HANGING = 4
const ANNOUNCED_BYTES = 33_554_432

function put({ key }: Attacker, body: string): Buffer {
  return Buffer.from(apiRequest(key, '/products', { body }))
}

/** Large bodies of which one byte comes. */
const hanging: Attack = {
  name: 'hanging',
  prepare: emptyWorkspace,
  run: async (bench, signal) => {
    const { key } = await emptyWorkspace(bench)
    const head = `PUT /api/v1/products HTTP/1.1\r\nhost: a\r\nauthorization: Bearer ${key}\r\ncontent-length: ${ANNOUNCED_BYTES}\r\n\r\n{`
    return described(await pacedLoad(bench.server.port, () => head, { atOnce: HANGING, signal }))
  },
}

/** One file of products after the other. */
const files: Attack = {
  name: 'import-files',
  prepare: (bench) => Promise.all([emptyWorkspace(bench), productFile()]),
  run: async (bench, signal) => {
    const { key } = await emptyWorkspace(bench)
    const file = await productFile()
    let sent = 0
    // A byte more each time: the same file again would be the same import.
    for (; !signal.aborted; sent++) {
      const another = Buffer.concat([file, Buffer.alloc(sent, '\n')])
      await sendFile(bench.server, { key, kind: 'products', rows: FILE_ROWS }, another)
    }
    return `the attacker had ${sent} files of ${FILE_ROWS} rows imported`
  },
}

/** Made before the attack, which would otherwise begin with a busy client. */
let madeFile: Promise<Buffer> | undefined
function productFile(): Promise<Buffer> {
  return (madeFile ??= makeFile('products', FILE_ROWS, 'csv'))
}

/** Bodies of millions of values in a field that the service does not know. */
const values: Attack = {
  name: 'values',
  prepare: emptyWorkspace,
  run: async (bench, signal) => {
    const size = bench.options.quick ? LARGEST_CALL_BYTES / 20 : LARGEST_CALL_BYTES
    const body = put(await emptyWorkspace(bench), `{"products":[],"x":[${'{},'.repeat(size / 3 - 100)}{}]}`)
    return described(await pacedLoad(bench.server.port, () => body, { atOnce: BODIES_AT_ONCE, signal }))
  },
}

/** Calls as large as the limits of all fields together allow, each of other products. */
const largest: Attack = {
  name: 'largest',
  prepare: largestCalls,
  run: async (bench, signal) => {
    const calls = await largestCalls(bench)
    let sent = 0
    const next = () => calls[sent++ % calls.length]!
    return described(await pacedLoad(bench.server.port, next, { atOnce: BODIES_AT_ONCE, signal }))
  },
}

const largestCallsOf = new WeakMap<Bench, Promise<Buffer[]>>()

/** Made before the attack: to put 800 MB together takes seconds, in which nothing else would be sent. */
function largestCalls(bench: Bench): Promise<Buffer[]> {
  return largestCallsOf.getOrInsertComputed(bench, async () => {
    const attacker = await emptyWorkspace(bench)
    const length = bench.options.quick ? BODIES_AT_ONCE / 6 : BODIES_AT_ONCE
    return Array.from({ length }, (_, call) =>
      put(attacker, JSON.stringify({ products: Array.from({ length: ROWS }, (_row, row) => large(call, row)) })),
    )
  })
}

function large(call: number, row: number): object {
  const details = Array.from({ length: 30 }, (_, i) => [`${i}`.padEnd(60, 'n'), wide(500)])
  const words = Array.from({ length: 500 }, (_, i) => `w${call}x${row}y${i}`).join(' ')
  return {
    ...product(41_000_000 + call * ROWS + row),
    description: words.slice(0, 4_000),
    details: Object.fromEntries(details),
    onlyFor: Array.from({ length: 200 }, (_, i) => `${call}-${row}-${i}-${wide(300)}`),
  }
}

/** So many characters of four bytes each. */
function wide(characters: number): string {
  return '\u{1f600}'.repeat(characters)
}

/** Six bulk calls at a time beside a brand of very many products that is renamed there and back. */
const BESIDE_RENAME = 6

const rename: Attack = {
  name: 'rename',
  prepare: oneBrand,
  run: async (bench, signal) => {
    const attacker = await oneBrand(bench)
    const calls = Array.from({ length: BESIDE_RENAME }, (_, i) =>
      put(attacker, JSON.stringify({ products: products(42_000_000 + i * ROWS, ROWS, 1) })),
    )
    let sent = 0
    const next = () => calls[sent++ % calls.length]!
    const [times, statuses] = await Promise.all([
      renameAllTheTime(bench, attacker, signal),
      pacedLoad(bench.server.port, next, { atOnce: BESIDE_RENAME, signal }),
    ])
    return `renamed ${times} times; ${described(statuses)}`
  },
}

async function renameAllTheTime({ database }: Bench, { workspaceId }: Attacker, signal: AbortSignal): Promise<number> {
  const names = [BRAND, `${BRAND}, renamed`]
  let times = 0
  // There and back, so that the next run finds it.
  for (; !signal.aborted || times % 2 === 1; times++) {
    const [from, to] = times % 2 === 0 ? names : names.toReversed()
    const args = ['brand', 'rename', from!, '--workspace', workspaceId, '--to', to!]
    const { code, stderr } = await runCli(args, { ...environment(database.config), NODE_OPTIONS: '' })
    if (code !== 0) throw new Error(stderr)
    await setTimeout(100)
  }
  return times
}

export const WRITE_ATTACKS: Attack[] = [hanging, values, largest, rename, files]
