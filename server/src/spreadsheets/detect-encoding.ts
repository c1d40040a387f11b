import { createReadStream } from 'node:fs'
import type { TextEncoding } from './read-csv.ts'

/** `isGuessed`: nothing in the file says so. */
export type DetectedEncoding = { encoding: TextEncoding; isGuessed: boolean }

/**
 * The encoding of a text file as spreadsheets write them: by its byte-order mark; else UTF-8 if all of it is valid as
 * that, and else Windows-1252. `start` holds its first bytes.
 */
export async function detectEncoding(path: string, start: Buffer): Promise<DetectedEncoding> {
  if (start[0] === 0xff && start[1] === 0xfe) return { encoding: 'utf-16le', isGuessed: false }
  if (start[0] === 0xfe && start[1] === 0xff) return { encoding: 'utf-16be', isGuessed: false }
  if (start[0] === 0xef && start[1] === 0xbb && start[2] === 0xbf) return { encoding: 'utf-8', isGuessed: false }
  // The first characters of a table are mostly ASCII: in UTF-16 one byte of each is zero.
  const [even, odd] = zeros(start.subarray(0, 200))
  if (odd > 0 && even === 0) return { encoding: 'utf-16le', isGuessed: true }
  if (even > 0 && odd === 0) return { encoding: 'utf-16be', isGuessed: true }
  return (await isUtf8(path)) ? { encoding: 'utf-8', isGuessed: false } : { encoding: 'windows-1252', isGuessed: true }
}

function zeros(bytes: Buffer): [even: number, odd: number] {
  const counts: [number, number] = [0, 0]
  bytes.forEach((byte, i) => {
    if (byte === 0) counts[(i % 2) as 0 | 1]++
  })
  return counts
}

async function isUtf8(path: string): Promise<boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) decoder.decode(chunk, { stream: true })
    decoder.decode()
    return true
  } catch (error) {
    if (error instanceof TypeError) return false
    throw error
  }
}
