import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { EVERY_PAGE, openOne } from './each-page.ts'
import { describePages } from './use-console.ts'

/** One file a page: three sizes beside each other, the dark scheme below the light one. */
const FOLDER = new URL('pictures/', import.meta.url)
const SIZES = [
  { width: 1280, height: 800 },
  { width: 768, height: 800 },
  { width: 390, height: 800 },
]
/** Pictures have half the size of the page. */
const SCALE = 0.5
const SHEET = {
  width: SIZES.reduce((sum, { width }) => sum + width * SCALE, 0),
  height: 2 * 800 * SCALE,
}
/** A shade that differs by less, of 255, is the same; so many pixels of a sheet may differ. */
const [SHADE, PIXELS] = [40, 60]

const LATER_MS = 800

/** `npm run pictures:pages` takes them anew. */
const isTaking = process.env['TAKE_PICTURES'] !== undefined

/** What makes letters look otherwise: the fonts of the machine, and its browser. */
const FONTS = new URL('fonts.txt', FOLDER)

describePages(
  'pictures',
  (service) => {
    test.each(EVERY_PAGE)('%s sees %s %s as in its picture', async (...which) => {
      const { page, isIdle } = await openOne(service, which, SIZES[0]!)
      // What is seen first comes first: filters and ways to lists follow the products.
      await page.waitForTimeout(LATER_MS)
      const fonts = await fontsOf(page)
      if (isTaking) {
        mkdirSync(FOLDER, { recursive: true })
        writeFileSync(FONTS, fonts)
      }
      const sheet = await takeSheet(page, isIdle)
      const name =
        which.slice(0, 2).join('-').replace('{order}', 'order').replaceAll('/', '-') + (which[2] ? '-first' : '')
      const file = new URL(`${name}.webp`, FOLDER)
      if (isTaking) return writeFileSync(file, sheet)
      if (readFileSync(FONTS, 'utf8') !== fonts)
        return console.log(`Skipped: the pictures were taken with other fonts.`)
      const differing = existsSync(file) ? await differingPixels(sheet, readFileSync(file)) : Infinity
      if (differing > PIXELS) writeFileSync(fileURLToPath(file).replace('.webp', '.differs.webp'), sheet)
      expect({ page: name, differing: differing > PIXELS ? differing : 0 }).toEqual({ page: name, differing: 0 })
    })
  },
  { at: new Date('2026-11-27T10:00:00Z') },
)

async function takeSheet(page: Page, isIdle: () => Promise<void>): Promise<Buffer> {
  const pictures = []
  let left = 0
  for (const size of SIZES) {
    await page.setViewportSize(size)
    for (const [row, colorScheme] of (['light', 'dark'] as const).entries()) {
      await page.emulateMedia({ colorScheme })
      await isIdle()
      await expect.poll(() => page.locator('.mantine-Skeleton-root').count()).toBe(0)
      await page.evaluate(`(${WITHOUT_PORT})()`)
      const taken = await page.screenshot({ animations: 'disabled' })
      const input = await sharp(taken)
        .resize(size.width * SCALE)
        .toBuffer()
      pictures.push({ input, left, top: row * size.height * SCALE })
    }
    left += size.width * SCALE
  }
  const background = '#888'
  return sharp({ create: { ...SHEET, channels: 3, background } })
    .composite(pictures)
    .webp({ quality: 60 })
    .toBuffer()
}

/** Writes addresses of the service without its port, which is another one in each run. */
const WITHOUT_PORT = () => {
  const { document, location, NodeFilter } = globalThis as any
  const tidied = (text: string) => text.replaceAll(`:${location.port}`, ':3000')
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) texts.currentNode.data = tidied(texts.currentNode.data)
  for (const field of document.querySelectorAll('input, textarea')) field.value = tidied(field.value)
}

/** Both went through the same compression, which gives the same for the same. */
async function differingPixels(one: Buffer, other: Buffer): Promise<number> {
  const [a, b] = await Promise.all([one, other].map((sheet) => sharp(sheet).removeAlpha().raw().toBuffer()))
  let differing = 0
  for (let at = 0; at < a!.length; at += 3) {
    if ([0, 1, 2].some((channel) => Math.abs(a![at + channel]! - b![at + channel]!) > SHADE)) differing++
  }
  return differing
}

async function fontsOf(page: Page): Promise<string> {
  const width = await page.evaluate<number>(`(() => {
    const drawing = document.createElement('canvas').getContext('2d')
    drawing.font = '100px ' + getComputedStyle(document.body).fontFamily
    return drawing.measureText('Handgloves 0123456789 £').width
  })()`)
  return `Chromium ${page.context().browser()!.version()}, ${width}\n`
}
