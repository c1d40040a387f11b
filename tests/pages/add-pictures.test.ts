import { zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { pictureFile } from '../given/picture-files.ts'
import {
  complaints,
  describePages,
  expectAccessible,
  expectHeading,
  expectNoSidewaysScroll,
  PHONE,
} from './use-console.ts'

describePages('many pictures at once', (console) => {
  async function openPage() {
    const page = await console.open('products')
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Add pictures' }).click()
    await expectHeading(page, 'Add pictures')
    return page
  }

  test('what matched and what replaces is seen first; one failure is told by its name', async () => {
    const page = await openPage()
    const status = page.getByRole('main').getByRole('status')
    const choose = (files: Awaited<ReturnType<typeof pictureFile>>[]) =>
      page.locator('input[type=file]').setInputFiles(files)
    await choose([await pictureFile('#3c3', '16-07.png'), await pictureFile('#33c', '1607_2.png')])
    await status.getByText('2 of 2 files match a product.', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Upload 2 pictures' }).click()
    await status.getByText('2 of 2 pictures uploaded.').waitFor()

    const damaged = { ...(await pictureFile('#333', '16-08.png')), buffer: Buffer.from('no image') }
    await choose([await pictureFile('#c3c', '16-07.png'), damaged, await pictureFile('#333', 'logo.png')])
    await status.getByText('2 of 3 files match a product. 1 of them replaces a picture. 1 file is not taken.').waitFor()
    const row = (name: string) => page.getByRole('row', { name })
    await row('logo.png').getByText('No product has this SKU.').waitFor()
    await row('16-07.png').getByText('Replaces picture 1.').waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Upload 2 pictures' }).click()
    await status.getByText('1 of 2 pictures uploaded. 1 file failed.').waitFor()
    await row('16-08.png').getByText('The file is not an image of a known type.').waitFor()
    await page.getByRole('button', { name: 'Upload 1 picture', exact: true }).waitFor()
    await page.setViewportSize(PHONE)
    await expectNoSidewaysScroll(page)
    expect(complaints(page)).toEqual([])
  })

  test('an archive is unpacked, and a damaged one is refused in words', async () => {
    const page = await openPage()
    const give = (name: string, buffer: Buffer) =>
      page.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/zip', buffer })
    await give('pictures.zip', Buffer.from('no archive'))
    await page.getByRole('alert').getByText('The archive is damaged, or protected by a password.').waitFor()
    const { buffer } = await pictureFile('#c33')
    const entries = { 'spring/16-05.png': buffer, 'spring/.hidden': buffer, '__MACOSX/16-05.png': buffer }
    await give('pictures.zip', Buffer.from(zipSync(entries)))
    await page.getByText('1 of 1 file matches a product.').waitFor()
    await page.getByRole('button', { name: 'Upload 1 picture' }).click()
    await page.getByText('1 of 1 picture uploaded.').waitFor()
    await page.getByRole('row', { name: '16-05.png' }).getByRole('link').waitFor()
    const many = Object.fromEntries(Array.from({ length: 501 }, (_, i) => [`${i}.png`, new Uint8Array(1)]))
    await give('many.zip', Buffer.from(zipSync(many)))
    await page.getByRole('alert').getByText('Choose at most 500 files at once: these are 501 files.').waitFor()
    expect(complaints(page)).toEqual([])
  })
})
