import { buffer } from 'node:stream/consumers'
import { afterEach, expect, test } from 'vitest'
import { pdf } from '../../server/src/documents/pdf.ts'
import type { PdfHead, PdfPart } from '../../server/src/documents/pdf.ts'
import { Unavailable } from '../../server/src/errors.ts'
import { accentOf } from '../../server/src/rules/accent.ts'

const accent = accentOf('#225588')
const HEAD: PdfHead = { wholesaler: 'Hollin', address: [], logo: null, accent, second: accent, font: 'system' }
const SHAPE = { title: 'Order', under: [], columns: [{ header: 'SKU', width: 90 }] }
const ROWS = { rows: Array.from({ length: 1_000 }, (_, i) => ({ cells: [`SKU-${i}`] })) }

const begun: AsyncGenerator<Uint8Array>[] = []
afterEach(async () => {
  for (const file of begun.splice(0)) await file.return(undefined)
})

function begin(parts: Iterable<PdfPart> = [ROWS], head = HEAD): AsyncGenerator<Uint8Array> {
  const file = pdf(head, SHAPE, parts)
  begun.push(file)
  return file
}

test('a short PDF is ready before a long one that began earlier', async () => {
  let ended = false
  const long = buffer(begin(Array.from({ length: 40 }, () => ROWS))).then((bytes) => {
    ended = true
    return bytes
  })
  const short = await buffer(begin([]))
  expect(ended).toBe(false)
  for (const bytes of [short, await long]) expect(bytes.subarray(-6).toString()).toContain('%%EOF')
})

test('a PDF that cannot be made fails alone', async () => {
  const [broken, whole] = [begin([ROWS], { ...HEAD, logo: Buffer.from('no picture') }), begin()]
  const others = buffer(whole)
  await expect(buffer(broken)).rejects.toThrow('Unknown image format.')
  expect((await others).subarray(-6).toString()).toContain('%%EOF')
})

test('what is read slowly, or not to its end, holds no more PDFs than the thread has room for', async () => {
  const slow = Array.from({ length: 20 }, () => begin())
  await Promise.all(slow.map((file) => file.next()))
  await expect(buffer(begin())).rejects.toBeInstanceOf(Unavailable)
  await slow[0]!.return(undefined)
  expect((await buffer(begin())).subarray(-6).toString()).toContain('%%EOF')
})
