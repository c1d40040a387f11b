import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { findBrowser } from '../tests/pages/find-browser.ts'
import { buildWebWhenStale } from './build-web-when-stale.mjs'

/** Where the README and the guides have their pictures. */
const FOLDER = fileURLToPath(new URL('../docs/images/', import.meta.url))

/** In CSS pixels; the pictures have twice as many each way. */
const WINDOW = { width: 1280, height: 800 }

type Picture = {
  name: string
  /** Who sees it: `Staff` unless said. */
  by?: 'Staff' | 'Buyer'
  scheme?: 'light' | 'dark'
  take: (page: Page) => Promise<void>
}

/** Who can sign in, and where. */
type Person = { url: string; path: string; email: string; password: string }

/** What is shown of the sample. Add a picture here, and run `npm run pictures [name …]`. */
const PICTURES: Picture[] = [
  { name: 'home', take: (page) => open(page, '', 'Home') },
  { name: 'products', take: (page) => open(page, '/products', 'Products') },
  {
    name: 'price-change',
    take: async (page) => {
      await open(page, '/price-changes', 'Price changes')
      await page.getByRole('link', { name: 'Cookware and drinkware review' }).click()
      await page.getByRole('tab', { name: 'Impact' }).click()
      await page.getByText('Customers hit hardest').waitFor()
    },
  },
  {
    name: 'portal',
    by: 'Buyer',
    take: async (page) => {
      await page.getByRole('searchbox', { name: 'Search products' }).fill('plate 27')
      await page.getByRole('combobox', { name: 'Availability' }).waitFor()
      await page.getByText('24 or more').first().waitFor()
      await page.getByRole('heading', { level: 1, name: 'Catalogue' }).click()
    },
  },
]

async function open(page: Page, path: string, heading: string): Promise<void> {
  await page.goto(`/w/sample${path}`)
  await page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor()
}

/** Starts the service on a new sample, signs in as its owner, and takes the pictures. */
async function main(names: string[]): Promise<void> {
  const executablePath = findBrowser()
  if (!executablePath) throw new Error('There is no Chromium; CHROMIUM names one.')
  buildWebWhenStale()
  const dataDir = mkdtempSync(join(tmpdir(), 'pictures-'))
  const service = spawn('trade-catalogue', ['serve', '--sample'], {
    env: { ...process.env, DATA_DIR: dataDir, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const browser = await chromium.launch({ executablePath, chromiumSandbox: process.getuid?.() !== 0 })
  try {
    const people = await readStart(service.stdout)
    mkdirSync(FOLDER, { recursive: true })
    for (const { name, by = 'Staff', scheme = 'light', take } of PICTURES.filter(
      (one) => names.length === 0 || names.includes(one.name),
    )) {
      const context = await browser.newContext({
        baseURL: people[by].url,
        viewport: WINDOW,
        colorScheme: scheme,
        deviceScaleFactor: 2,
      })
      const page = await context.newPage()
      await signIn(page, people[by])
      await take(page)
      await page.waitForLoadState('networkidle')
      // What is still on its way is drawn as gray boxes.
      await page.waitForFunction(`!document.querySelector('.mantine-Skeleton-root')`)
      const taken = await page.screenshot({ animations: 'disabled' })
      // A page has few colours: with a palette, the file is a third as large.
      await sharp(taken)
        .png({ palette: true, effort: 10 })
        .toFile(join(FOLDER, `${name}.png`))
      await context.close()
      console.log(`docs/images/${name}.png`)
    }
  } finally {
    await browser.close()
    service.kill('SIGTERM')
    await new Promise((ended) => service.once('exit', ended))
    rmSync(dataDir, { recursive: true })
  }
}

async function signIn(page: Page, { path, email, password }: Person): Promise<void> {
  await page.goto(path)
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL(`**${path}`)
}

/** Reads who can sign in, from what the start prints. */
async function readStart(output: NodeJS.ReadableStream): Promise<Record<'Staff' | 'Buyer', Person>> {
  const people: Partial<Record<string, Person>> = {}
  for await (const line of createInterface(output)) {
    const [, who, url, path, email, password] =
      /^(Staff|Buyer): (https?:\/\/[^/]+)(\S*) as (\S+) with the password (\S+)$/.exec(line) ?? []
    if (who && url && path && email && password) people[who] = { url, path, email, password }
    if (people['Staff'] && people['Buyer']) return { Staff: people['Staff'], Buyer: people['Buyer'] }
  }
  throw new Error('The service ended before it said who can sign in.')
}

await main(process.argv.slice(2))
