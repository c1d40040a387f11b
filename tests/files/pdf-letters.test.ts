import { expect, test } from 'vitest'
import { mailedOrder } from '../../server/src/files/export/order-pdf.ts'
import { useService } from '../given/service.ts'
import { givenCustomer, item, send } from '../given/given.ts'
import { givenSignedInBuyer } from '../given/buyer.ts'
import { givenMember } from '../given/member.ts'
import { orderingShop, place } from '../given/order.ts'
import { pdfTexts } from '../given/pdf-texts.ts'

const service = useService()

const LETTERS = {
  Polish: 'Zażółć Gęślą Jaźń Łódź',
  Czech: 'Příliš žluťoučký kůň',
  Turkish: 'Işık ğüş İstanbul',
  Vietnamese: 'Đường ống thép',
  Greek: 'Βίδα εξάγωνη',
  Russian: 'Болт М8×40',
  Chinese: '六角螺栓 鋼',
  Japanese: 'ねじ ボルト 鉱',
  Korean: '육각 볼트',
  Hebrew: 'בורג',
  Arabic: 'برغي',
  Thai: 'สกรู',
  signs: '4.7 kΩ ±5 % ≤ 2 W 3/4″ ⌀19 mm → ✓',
  money: '₹ ₺ zł ₪ ₩ ₫',
}
/** Without what no font has: a fraction is drawn by its parts. */
const FRACTION = { written: '⅜ pipe 🔧', drawn: '3⁄8 pipe ?' }

/** Words of two directions, and how they stand from left to right. */
const TURNED = [
  ['ברגים גדולים', 'םילודג םיגרב'],
  ['בורג 12 (מ״מ), M8 x', 'M8 x ,(מ״מ) 12 גרוב'],
  ['Screw בורג גדול 5', 'Screw 5 לודג גרוב'],
  ['Bolt (ברגים גדולים) M8', 'Bolt (םילודג םיגרב) M8'],
] as const

async function files() {
  const { workspace } = await orderingShop(service)
  const owner = await givenMember(service, workspace, 'owner')
  const names = [...Object.values(LETTERS), FRACTION.written, ...TURNED.map(([written]) => written)]
  const products = names.map((name, i) => item({ sku: `SKU-${i}`, name, category: name.slice(0, 20) }))
  await send(workspace, products)
  const customerId = await givenCustomer(workspace, { accountCode: 'PL' })
  const { id } = await place(workspace, { customer: 'PL', lines: products.map(({ sku }) => ({ sku, qty: 1 })) })
  const buyer = await givenSignedInBuyer(service, workspace, customerId)
  const download = async (area: string, { slug, token }: { slug: string; token: string }, path: string) => {
    const headers = { cookie: `session=${token}` }
    const response = await fetch(`${service.url}/app-api/${area}/${slug}${path}`, { headers })
    expect(response.status).toBe(200)
    return Buffer.from(await response.arrayBuffer())
  }
  return {
    order: await download('portal', buyer, `/orders/${id}/pdf`),
    orders: await download('console', owner, `/orders/pdf?ids=${id}`),
    'picking list': await download('console', owner, `/orders/picking-list?ids=${id}&by=category`),
    'price list': await download('portal', buyer, '/price-list.pdf'),
    mailed: (await mailedOrder(service.context, workspace.id, id))!.content,
  }
}

test('PDFs have the letters of all scripts', async () => {
  for (const [file, bytes] of Object.entries(await files())) {
    const texts = pdfTexts(bytes).flat().join('').replaceAll(' ', '')
    const missing = [...Object.values(LETTERS), FRACTION.drawn].filter((text) => !hasLetters(texts, text))
    expect({ file, missing }).toEqual({ file, missing: [] })
    const lines = TURNED.map(([, line]) => line.replaceAll(' ', ''))
    expect({ file, misplaced: lines.filter((line) => !texts.includes(line)) }).toEqual({ file, misplaced: [] })
  }
})

/** Letters that are written from right to left, and joined, are in the file one by one. */
function hasLetters(texts: string, text: string): boolean {
  const isJoined = /[\p{Script=Hebrew}\p{Script=Arabic}]/u.test(text)
  return (isJoined ? [...text] : text.split(' ')).every((part) => texts.includes(part))
}
