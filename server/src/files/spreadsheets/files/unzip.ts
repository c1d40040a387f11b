import { crc32 } from 'node:zlib'
import { Inflate } from 'fflate'
import { openPromise as openZip } from 'yauzl'
import type { Entry } from 'yauzl'
import { OperatorError } from '../../../errors.ts'

/** An archive: the names of its files, as `partName` writes them, and one of them in parts as it is unpacked. */
export type Archive = {
  names: readonly string[]
  read: (name: string) => AsyncGenerator<Buffer>
  close: () => void
}

/** Bytes of the header in front of a file, without its name. */
const HEADER_BYTES = 30
/** Files in an archive. */
export const MAX_ENTRIES = 10_000
const MB = 1_048_576
/**
 * Bytes that may be unpacked of one archive, whatever it says of itself. A real sheet shrinks to a hundredth at most.
 */
const MAX_UNPACKED = 500 * MB
const MAX_RATIO = 400
const ALWAYS_UNPACKED = 64 * MB

export const DAMAGED = 'The workbook is damaged: it cannot be unpacked. Open it in your spreadsheet and save it again.'

const TOO_LARGE = 'The workbook unpacks to far more than a spreadsheet makes of it. Save it as CSV, and import that.'

/**
 * Opens a ZIP archive. Throws an OperatorError where it is damaged or encrypted, or unpacks to too much; reading may
 * too.
 */
export async function openArchive(path: string): Promise<Archive> {
  // Names are checked and decoded here, and what is unpacked is counted here.
  const options = { lazyEntries: true, autoClose: false, decodeStrings: false, validateEntrySizes: false }
  const zip = await openZip(path, options).catch(refuse)
  try {
    if (zip.entryCount > MAX_ENTRIES) throw new OperatorError(DAMAGED)
    const entries = byName(await Array.fromAsync(zip.eachEntry()).catch(refuse))
    const most = Math.min(MAX_UNPACKED, Math.max(ALWAYS_UNPACKED, MAX_RATIO * zip.fileSize))
    let unpacked = 0
    return {
      names: [...entries.keys()],
      close: () => zip.close(),
      async *read(name) {
        const entry = entries.get(name)
        if (!entry) throw new OperatorError(DAMAGED)
        if (entry.isEncrypted())
          throw new OperatorError('The workbook is protected by a password. Save it without one.')
        let checksum = 0
        try {
          const packed: AsyncIterable<Buffer> = await zip.openReadStreamPromise(entry, { decodeFileData: false })
          for await (const chunk of unpackedParts(packed, entry.compressionMethod)) {
            unpacked += chunk.length
            if (unpacked > most) throw new OperatorError(TOO_LARGE)
            checksum = crc32(chunk, checksum)
            yield chunk
          }
          if (checksum !== entry.crc32) throw new OperatorError(DAMAGED)
        } catch (error) {
          refuse(error)
        }
      },
    }
  } catch (error) {
    zip.close()
    throw error
  }
}

const STORED = 0
const DEFLATED = 8
/** Bytes that are unpacked, and handed on, at a time. Unpacked, each may become a thousand. */
const SLICE = 16_384

/**
 * The bytes of a file in an archive. Unpacked in JavaScript: Node aborts the whole process where a thread is ended while
 * it makes a stream of `node:zlib`.
 */
async function* unpackedParts(packed: AsyncIterable<Buffer>, method: number): AsyncGenerator<Buffer> {
  if (method === STORED) return yield* packed
  if (method !== DEFLATED) throw new OperatorError(DAMAGED)
  let ready: Uint8Array[] = []
  const inflate = new Inflate((bytes) => ready.push(bytes))
  const unpack = function* (bytes: Uint8Array, isLast: boolean) {
    inflate.push(bytes, isLast)
    for (const part of ready) yield* slicesOf(Buffer.from(part.buffer, part.byteOffset, part.length))
    ready = []
  }
  for await (const chunk of packed) {
    for (const slice of slicesOf(chunk)) yield* unpack(slice, false)
  }
  yield* unpack(new Uint8Array(0), true)
}

function* slicesOf(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += SLICE) yield bytes.subarray(at, at + SLICE)
}

/** Errors that are not the system's are the libraries': they do not understand the archive. */
function refuse(error: unknown): never {
  const isKnown = error instanceof OperatorError || typeof (error as NodeJS.ErrnoException).syscall === 'string'
  throw isKnown ? error : new OperatorError(DAMAGED)
}

/**
 * By the names, in which some programs write backslashes. Throws where two files have one name, or share bytes: those
 * would be unpacked once for each.
 */
function byName(entries: readonly Entry[]): Map<string, Entry> {
  const names = entries.map(({ fileNameRaw }) => partName(fileNameRaw.toString('utf8').replaceAll('\\', '/')))
  const found = new Map(names.map((name, i) => [name, entries[i]!]))
  let end = 0
  for (const entry of entries.toSorted((a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader)) {
    if (entry.relativeOffsetOfLocalHeader < end) throw new OperatorError(DAMAGED)
    end = entry.relativeOffsetOfLocalHeader + HEADER_BYTES + entry.compressedSize
  }
  if (found.size < entries.length) throw new OperatorError(DAMAGED)
  return found
}

/** The name of a part as OPC compares it: without case, and with characters for their percent codes. */
export function partName(name: string): string {
  const decoded = name.replaceAll(/(?:%[\da-f]{2})+/gi, (codes) =>
    Buffer.from(codes.replaceAll('%', ''), 'hex').toString(),
  )
  return decoded.replace(/^\//, '').toLowerCase()
}
