import { buffer } from 'node:stream/consumers'
import { afterEach, expect, test } from 'vitest'
import { pdf } from '../../server/src/files/export/pdf.ts'
import type { PdfHead, PdfPart } from '../../server/src/files/export/pdf.ts'
import { accentOf } from '../../server/src/shared/accent.ts'
import { pdfTexts } from '../given/pdf-texts.ts'

const accent = accentOf('#225588')
const HEAD: PdfHead = { wholesaler: 'Hollin', address: [], logo: null, accent }
const SHAPE = { title: 'Order', under: [], columns: [{ header: 'SKU', width: 90 }] }
const ROWS = { rows: Array.from({ length: 1_000 }, (_, i) => ({ cells: [`SKU-${i}`] })) }

const begun: AsyncGenerator<Uint8Array>[] = []
afterEach(async () => {
  for (const file of begun.splice(0)) await file.return(undefined)
})

function begin(parts: Iterable<PdfPart> = [ROWS], { head = HEAD } = {}): AsyncGenerator<Uint8Array> {
  const file = pdf(head, SHAPE, parts)
  begun.push(file)
  return file
}

test('a short PDF is ready before a long one that began earlier', async () => {
  let ended = false
  const long = buffer(begin(Array.from({ length: 10 }, () => ROWS))).then((bytes) => {
    ended = true
    return bytes
  })
  const short = await buffer(begin([]))
  expect(ended).toBe(false)
  for (const bytes of [short, await long]) expect(bytes.subarray(-6).toString()).toContain('%%EOF')
  expect(pdfTexts(short)).toEqual([['Order', 'Page 1', 'Hollin', 'Order']])
})

test('long lines of the letterhead are wrapped', async () => {
  const [long, end] = ['Unit 14, The Old Brewery Industrial Estate, Longbridge Road, Exeter EX4 3PL,', 'United Kingdom']
  const word = 'x'.repeat(100)
  const head = { ...HEAD, wholesaler: `Hollin ${word}`, address: [`${long} ${end}`, word] }
  const [texts] = pdfTexts(await buffer(begin([], { head })))
  expect(texts!.join('').replaceAll(' ', '')).toContain(`Hollin${word}${long}${end}${word}`.replaceAll(' ', ''))
  expect(Math.max(...texts!.map(({ length }) => length))).toBeLessThan(60)
})

test('a PDF that cannot be made fails alone', async () => {
  const [broken, whole] = [begin([ROWS], { head: { ...HEAD, logo: Buffer.from('no picture') } }), begin()]
  const others = buffer(whole)
  await expect(buffer(broken)).rejects.toThrow('Unknown image format.')
  expect((await others).subarray(-6).toString()).toContain('%%EOF')
})
