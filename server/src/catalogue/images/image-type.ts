import { open } from 'node:fs/promises'
import { ImageProblem } from './image-problem.ts'

/** Bytes that are enough to tell the type. */
const HEAD_LENGTH = 512

const KNOWN: ((head: Buffer) => boolean)[] = [
  (head) => head.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff])),
  (head) => head.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])),
  (head) => head.toString('latin1', 0, 4) === 'RIFF' && head.toString('latin1', 8, 12) === 'WEBP',
  (head) => head.toString('latin1', 4, 8) === 'ftyp' && /avif|avis/.test(head.toString('latin1', 8, 64)),
  (head) => /^GIF8[79]a/.test(head.toString('latin1', 0, 6)),
]

/**
 * Judges a file by its first bytes, whatever its name or its server says. Throws ImageProblem for all but images of the
 * five types.
 */
export async function refuseOtherTypes(file: string): Promise<void> {
  await using handle = await open(file)
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_LENGTH), 0, HEAD_LENGTH, 0)
  const head = buffer.subarray(0, bytesRead)
  if (KNOWN.some((matches) => matches(head))) return
  throw new ImageProblem(describeOther(head.toString('utf8').toLowerCase()))
}

function describeOther(head: string): string {
  const taken = 'Images can be JPEG, PNG, WebP, AVIF or GIF'
  if (head === '') return 'The file is empty.'
  if (head.includes('<svg')) return `The file is an SVG drawing. ${taken}.`
  if (/<!doctype html|<html/.test(head)) return `This is a web page, not an image. ${taken}.`
  return `The file is not an image of a known type. ${taken}.`
}
