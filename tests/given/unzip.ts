import { inflateRawSync } from 'node:zlib'
import { expect } from 'vitest'

/** The files of a ZIP archive, as its directory lists them. */
export function unzip(bytes: Buffer): Map<string, Buffer> {
  const files = new Map<string, Buffer>()
  const end = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]))
  let at = bytes.readUInt32LE(end + 16)
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left--) {
    const [packed, size, name] = [bytes.readUInt32LE(at + 20), bytes.readUInt32LE(at + 24), bytes.readUInt16LE(at + 28)]
    const start = bytes.readUInt32LE(at + 42)
    const content = start + 30 + bytes.readUInt16LE(start + 26) + bytes.readUInt16LE(start + 28)
    const file = inflateRawSync(bytes.subarray(content, content + packed))
    expect(file.length).toBe(size)
    files.set(bytes.toString('utf8', at + 46, at + 46 + name), file)
    at += 46 + name
  }
  return files
}
