import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { pipeline } from 'node:stream'
import { createInflateRaw } from 'node:zlib'
import { OperatorError } from '../../errors.ts'

/** An archive: the names of its files, and one of them in parts as it is unpacked. */
export type Archive = {
  names: readonly string[]
  read: (name: string) => AsyncGenerator<Buffer>
  close: () => Promise<void>
}

type Entry = { name: string; method: number; isEncrypted: boolean; packed: number; at: number }

const [END, ENTRY, LOCAL] = [0x06054b50, 0x02014b50, 0x04034b50]
const [END_BYTES, ENTRY_BYTES, LOCAL_BYTES] = [22, 46, 30]
const [STORED, DEFLATED] = [0, 8]
/** A comment of up to that length may follow the end of the directory. */
const MAX_COMMENT = 65_535
/** Files in an archive. */
export const MAX_ENTRIES = 10_000
const MB = 1_048_576
/** Bytes that may be unpacked of one archive, whatever it says of itself. A real sheet shrinks to a hundredth at most. */
const MAX_UNPACKED = 500 * MB
const MAX_RATIO = 400
const ALWAYS_UNPACKED = 64 * MB

export const DAMAGED = 'The workbook is damaged: it cannot be unpacked. Open it in your spreadsheet and save it again.'

const TOO_LARGE = 'The workbook unpacks to far more than a spreadsheet makes of it. Save it as CSV, and import that.'

/** Opens a ZIP archive. Throws an OperatorError where it is damaged or encrypted, or unpacks to too much; reading may too. */
export async function openArchive(path: string): Promise<Archive> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const entries = byName(await readDirectory(file, size))
    const most = Math.min(MAX_UNPACKED, Math.max(ALWAYS_UNPACKED, MAX_RATIO * size))
    let unpacked = 0
    return {
      names: [...entries.keys()],
      close: () => file.close(),
      async *read(name) {
        const entry = entries.get(name)
        if (!entry) throw new OperatorError(DAMAGED)
        for await (const chunk of unpack(path, file, entry)) {
          unpacked += chunk.length
          if (unpacked > most) throw new OperatorError(TOO_LARGE)
          yield chunk
        }
      },
    }
  } catch (error) {
    await file.close()
    throw error
  }
}

/** Throws where two files have one name, or share bytes: those would be unpacked once for each. */
function byName(entries: readonly Entry[]): Map<string, Entry> {
  const found = new Map(entries.map((entry) => [entry.name, entry]))
  const inOrder = entries.toSorted((a, b) => a.at - b.at)
  const isShared = inOrder.some(({ at }, i) => i > 0 && at < endOf(inOrder[i - 1]!))
  if (isShared || found.size < entries.length) throw new OperatorError(DAMAGED)
  return found
}

/** Where a file ends at the earliest. */
function endOf({ at, packed }: Entry): number {
  return at + LOCAL_BYTES + packed
}

async function readDirectory(file: FileHandle, size: number): Promise<Entry[]> {
  const tail = await readAt(file, Math.max(0, size - END_BYTES - MAX_COMMENT), Math.min(size, END_BYTES + MAX_COMMENT))
  const end = tail.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]))
  if (end === -1 || end + END_BYTES > tail.length || tail.readUInt32LE(end) !== END) throw new OperatorError(DAMAGED)
  const [count, length, at] = [tail.readUInt16LE(end + 10), tail.readUInt32LE(end + 12), tail.readUInt32LE(end + 16)]
  if (count > MAX_ENTRIES || at + length > size) throw new OperatorError(DAMAGED)
  const directory = await readAt(file, at, length)
  const entries: Entry[] = []
  for (let i = 0, from = 0; i < count; i++) {
    if (from + ENTRY_BYTES > length || directory.readUInt32LE(from) !== ENTRY) throw new OperatorError(DAMAGED)
    const nameLength = directory.readUInt16LE(from + 28)
    const name = directory.toString('utf8', from + ENTRY_BYTES, from + ENTRY_BYTES + nameLength)
    entries.push({
      // Some programs write backslashes.
      name: name.replaceAll('\\', '/').replace(/^\//, ''),
      method: directory.readUInt16LE(from + 10),
      isEncrypted: (directory.readUInt16LE(from + 8) & 1) === 1,
      packed: directory.readUInt32LE(from + 20),
      at: directory.readUInt32LE(from + 42),
    })
    from += ENTRY_BYTES + nameLength + directory.readUInt16LE(from + 30) + directory.readUInt16LE(from + 32)
  }
  return entries
}

async function* unpack(
  path: string,
  file: FileHandle,
  { method, isEncrypted, packed, at }: Entry,
): AsyncGenerator<Buffer> {
  if (isEncrypted) throw new OperatorError('The workbook is protected by a password. Save it without one.')
  if (method !== STORED && method !== DEFLATED) throw new OperatorError(DAMAGED)
  const header = await readAt(file, at, LOCAL_BYTES)
  if (header.length < LOCAL_BYTES || header.readUInt32LE(0) !== LOCAL) throw new OperatorError(DAMAGED)
  const start = at + LOCAL_BYTES + header.readUInt16LE(26) + header.readUInt16LE(28)
  if (packed === 0) return
  const bytes = createReadStream(path, { start, end: start + packed - 1 })
  if (method === STORED) return yield* bytes as AsyncIterable<Buffer>
  try {
    // The callback is for errors, which destroy the stream that is read here.
    yield* pipeline(bytes, createInflateRaw(), () => {}) as AsyncIterable<Buffer>
  } catch (error) {
    if (String((error as { code?: unknown }).code).startsWith('Z_')) throw new OperatorError(DAMAGED)
    throw error
  }
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(length), position, length })
  return buffer.subarray(0, bytesRead)
}
