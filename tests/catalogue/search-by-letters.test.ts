import fc from 'fast-check'
import { expect, test } from 'vitest'
import { byDepth } from '../given/depth.ts'
import { useService } from '../given/service.ts'
import { sendItems, skus } from '../given/given.ts'

const service = useService()

const NAMES = [
  'Rura żółta PVC',
  'Łącznik mosiężny',
  'Bøjning 90°',
  'Œillet laiton',
  'Rør, rustfrit, i læder',
  'Đubre ljepilo',
  'Þakskrúfa',
  'Ventil ¾" messing',
  'Nippel 1½" lang',
  'Müller Dübel, blå slange',
  '不锈钢六角螺丝 M8',
  '六角ボルト用ワッシャー',
  '스테인리스볼트세트',
  'ข้อต่อทองแดงสำหรับท่อ',
  'Blue poetic value 3/8',
  'Spreizduebel Groesse 8',
  'Hjoernestykke, blaa',
]

let shop: ReturnType<typeof stock> | undefined
/** Finds names of one shop. */
const stocked = () => (shop ??= stock())

async function stock() {
  const workspace = await service.workspace()
  await sendItems(workspace, NAMES.length, (i) => ({ sku: `#${i}`, name: NAMES[i] }))
  return async (q: string) => {
    const found = await skus(workspace, `q=${encodeURIComponent(q)}`)
    return found.map((sku) => NAMES[Number(sku.slice(1))]!)
  }
}

test.each([
  ['zolta', 'Rura żółta PVC'],
  ['żółta', 'Rura żółta PVC'],
  ['ZOLTA rura', 'Rura żółta PVC'],
  ['lacznik', 'Łącznik mosiężny'],
  ['bojning', 'Bøjning 90°'],
  ['boejning', 'Bøjning 90°'],
  ['Bøj', 'Bøjning 90°'],
  ['90 boejning', 'Bøjning 90°'],
  ['oeillet', 'Œillet laiton'],
  ['ror rustfrit', 'Rør, rustfrit, i læder'],
  ['roer laeder', 'Rør, rustfrit, i læder'],
  ['dubre', 'Đubre ljepilo'],
  ['thakskrufa', 'Þakskrúfa'],
  ['3/4', 'Ventil ¾" messing'],
  ['¾ ventil', 'Ventil ¾" messing'],
  ['1 1/2', 'Nippel 1½" lang'],
  ['1½" nippel', 'Nippel 1½" lang'],
  ['muller', 'Müller Dübel, blå slange'],
  ['mueller', 'Müller Dübel, blå slange'],
  ['duebel slange', 'Müller Dübel, blå slange'],
  ['blaa slange', 'Müller Dübel, blå slange'],
  ['Spreizdübel', 'Spreizduebel Groesse 8'],
  ['größe 8 SPREIZDÜBEL', 'Spreizduebel Groesse 8'],
  ['Spreizdu\u0308bel', 'Spreizduebel Groesse 8'],
  ['gröss', 'Spreizduebel Groesse 8'],
  ['hjørnestykke', 'Hjoernestykke, blaa'],
  ['blå hjø', 'Hjoernestykke, blaa'],
  ['bla slange', 'Müller Dübel, blå slange'],
  ['六角螺丝', '不锈钢六角螺丝 M8'],
  ['M8 螺丝', '不锈钢六角螺丝 M8'],
  ['螺丝M8', '不锈钢六角螺丝 M8'],
  ['ボルト', '六角ボルト用ワッシャー'],
  ['볼트', '스테인리스볼트세트'],
  ['ทองแดง', 'ข้อต่อทองแดงสำหรับท่อ'],
  ['⅜ blue', 'Blue poetic value 3/8'],
  ['poetic blue', 'Blue poetic value 3/8'],
])('“%s” finds “%s”, and it alone', async (q, name) => {
  expect(await (await stocked())(q)).toEqual([name])
})

test('no other letters are found, nor characters in another order', async () => {
  const find = await stocked()
  for (const q of ['丝螺', '角六', 'トルボ', '트볼', 'muler', 'bljning', '3/5', '1/2/1'])
    expect(await find(q)).toEqual([])
})

test('a name in letters without spaces is found by any part of two characters or more', async () => {
  const find = await stocked()
  const unspaced = fc.constantFrom(...NAMES.slice(10, 14))
  await fc.assert(
    fc.asyncProperty(unspaced, fc.nat(), fc.nat(), async (name, from, length) => {
      const [word] = name.split(' ')
      const segments = new Intl.Segmenter('th', { granularity: 'grapheme' }).segment(word!)
      const characters = Array.from(segments, ({ segment }) => segment)
      const at = from % (characters.length - 1)
      const part = characters.slice(at, at + 2 + (length % (characters.length - at - 1))).join('')
      expect(await find(part)).toContain(name)
    }),
    { numRuns: byDepth({ quick: 40, deep: 400 }) },
  )
})
