import { pipeline, Readable } from 'node:stream'
import { crc32, createDeflateRaw } from 'node:zlib'
import { NotFound } from '../../errors.ts'

type Content = string | Uint8Array
export type ZipEntry = { name: string; content: AsyncIterable<Content> | Iterable<Content> }

/** Written with each entry: deflated, sizes after the content, names in UTF-8, 1 January 1980. */
const [VERSION, FLAGS, METHOD, TIME, DATE] = [20, 0x0808, 8, 0, 0x21]

type Written = { name: Buffer; crc: number; packed: number; size: number; at: number }

/** Packs files into a ZIP archive while they are made, one after the other. Each file and the archive must stay below 4 GB. */
export async function* zip(entries: Iterable<ZipEntry> | AsyncIterable<ZipEntry>): AsyncGenerator<Buffer> {
  const written: Written[] = []
  let at = 0
  for await (const { name, content } of entries) {
    const entry: Written = { name: Buffer.from(name), crc: 0, packed: 0, size: 0, at }
    const header = localHeader(entry.name)
    at += header.length
    yield header
    // The callback is for errors, which destroy the stream that is read here.
    const deflated = pipeline(Readable.from(measured(content, entry)), createDeflateRaw(), () => {})
    for await (const chunk of deflated as AsyncIterable<Buffer>) {
      entry.packed += chunk.length
      yield chunk
    }
    const descriptor = numbers([0x08074b50, 4], [entry.crc, 4], [entry.packed, 4], [entry.size, 4])
    at += entry.packed + descriptor.length
    yield descriptor
    written.push(entry)
  }
  const directory = Buffer.concat(written.map(directoryEntry))
  yield directory
  const count = written.length
  yield numbers([0x06054b50, 4], [0, 2], [0, 2], [count, 2], [count, 2], [directory.length, 4], [at, 4], [0, 2])
}

/** For `catch`: null for what was deleted, which has no file in an archive. */
export function unlessDeleted(error: unknown): null {
  if (error instanceof NotFound) return null
  throw error
}

async function* measured(content: ZipEntry['content'], entry: Written): AsyncGenerator<Uint8Array> {
  for await (const text of content) {
    const bytes = typeof text === 'string' ? Buffer.from(text) : text
    entry.crc = crc32(bytes, entry.crc)
    entry.size += bytes.length
    yield bytes
  }
}

function localHeader(name: Buffer): Buffer {
  const fixed = numbers([0x04034b50, 4], [VERSION, 2], [FLAGS, 2], [METHOD, 2], [TIME, 2], [DATE, 2])
  return Buffer.concat([fixed, numbers([0, 4], [0, 4], [0, 4], [name.length, 2], [0, 2]), name])
}

function directoryEntry({ name, crc, packed, size, at }: Written): Buffer {
  const versions = numbers([0x02014b50, 4], [VERSION, 2], [VERSION, 2], [FLAGS, 2], [METHOD, 2], [TIME, 2], [DATE, 2])
  const sizes = numbers([crc, 4], [packed, 4], [size, 4], [name.length, 2], [0, 2], [0, 2], [0, 2], [0, 2], [0, 4])
  return Buffer.concat([versions, sizes, numbers([at, 4]), name])
}

/** Little-endian numbers, each with its length in bytes. */
function numbers(...values: [value: number, bytes: 2 | 4][]): Buffer {
  const buffer = Buffer.alloc(values.reduce((sum, [, bytes]) => sum + bytes, 0))
  let at = 0
  for (const [value, bytes] of values) at = buffer.writeUIntLE(value, at, bytes)
  return buffer
}
