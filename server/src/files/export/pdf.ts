import { Worker } from 'node:worker_threads'
import { moduleUrl } from '../../lib/module-url.ts'
import type { DocumentHead } from './document-head.ts'

/** A text that is wider than its column is wrapped, or else cut. */
export type PdfColumn = { header: string; width: number; align?: 'right'; wraps?: true }

/** The texts of a row; with a picture (PNG or JPEG) before them, in a table with pictures. */
export type PdfRow = { cells: readonly string[]; picture?: Uint8Array | null }

/** What stands on top of a document, of what its reader knows. */
export type PdfHead = Pick<DocumentHead, 'wholesaler' | 'address' | 'logo' | 'accent'>

export type PdfShape = {
  title: string
  /** Whom it is for: name and address. What is under the title then stands to the right of it. */
  to?: readonly string[]
  under: readonly string[]
  columns: readonly PdfColumn[]
  pictures?: boolean
  /** An empty box before each row, to tick by hand. */
  boxes?: boolean
  /** Many pages: then each row is tagged as one paragraph, as tags of cells would make the file ten times as large. */
  isLong?: boolean
  /** Begins with a table of contents, which is drawn last: it names the pages of the headings. */
  hasContents?: boolean
}

/**
 * What follows in a document: rows, or those of totals, in bold; a heading, which the contents and the outline name; or
 * another document of the same columns, on a page of its own.
 */
export type PdfPart = PdfRows | { heading: string } | { next: Pick<PdfShape, 'title' | 'to' | 'under'> }
type PdfRows = { rows: readonly PdfRow[]; isTotal?: true }

/** What the thread does for one of its open documents. It answers with the bytes that are made by then. */
export type PdfTask = { id: number; step: PdfPart | { begin: PdfShape; head: PdfHead } | 'end' | 'drop' }
export type PdfAnswer = { id: number } & ({ bytes: Uint8Array } | { error: unknown })

/** Rows that are drawn before other documents get a turn. */
const SLICE = 25
/** The thread ends after so long without a document, in milliseconds: its memory is free then. */
const IDLE_MS = 5_000

let opened = 0
/** What open documents wait for, by their ids. */
const open = new Map<number, PromiseWithResolvers<Uint8Array>>()
let worker: Worker | undefined
let idle: NodeJS.Timeout | undefined

/**
 * A tagged PDF of A4 pages with a head and a table, made while it is read: all of them by one thread, which takes turns
 * between them.
 */
export async function* pdf(
  head: PdfHead,
  shape: PdfShape,
  parts: AsyncIterable<PdfPart> | Iterable<PdfPart>,
): AsyncGenerator<Uint8Array> {
  const id = ++opened
  try {
    for await (const step of stepsOf(head, shape, parts)) {
      const bytes = await ask({ id, step })
      if (bytes.length > 0) yield bytes
    }
  } finally {
    open.delete(id)
    // Its reader may have left before its end.
    worker?.postMessage({ id, step: 'drop' } satisfies PdfTask, [])
    clearTimeout(idle)
    idle = setTimeout(endIdleThread, IDLE_MS).unref()
  }
}

function ask(task: PdfTask): Promise<Uint8Array> {
  const answered = Promise.withResolvers<Uint8Array>()
  open.set(task.id, answered)
  worker ??= newThread()
  worker.postMessage(task, [])
  return answered.promise
}

function newThread(): Worker {
  const started = new Worker(moduleUrl('pdf-thread', import.meta), { resourceLimits: { maxOldGenerationSizeMb: 512 } })
  started.unref()
  started.on('message', (answer: PdfAnswer) => {
    if ('error' in answer) open.get(answer.id)?.reject(answer.error)
    else open.get(answer.id)?.resolve(answer.bytes)
  })
  started.once('error', (error) => {
    worker = undefined
    for (const { reject } of open.values()) reject(error)
  })
  return started
}

function endIdleThread(): void {
  if (open.size > 0) return
  void worker?.terminate()
  worker = undefined
}

async function* stepsOf(
  { wholesaler, address, logo, accent }: PdfHead,
  shape: PdfShape,
  parts: AsyncIterable<PdfPart> | Iterable<PdfPart>,
): AsyncGenerator<PdfTask['step']> {
  yield { begin: shape, head: { wholesaler, address, logo, accent } }
  for await (const part of parts) {
    if ('rows' in part) yield* slicesOf(part)
    else yield part
  }
  yield 'end'
}

function* slicesOf({ rows, ...part }: PdfRows): Generator<PdfRows> {
  for (let from = 0; from < rows.length; from += SLICE) yield { ...part, rows: rows.slice(from, from + SLICE) }
}
