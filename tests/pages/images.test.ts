import { expect, test } from 'vitest'
import { picture, pictureFile } from '../given/picture-files.ts'
import {
  PHONE,
  complaints,
  describePages,
  expectAccessible,
  expectHeading,
  expectNoSidewaysScroll,
} from './use-console.ts'

describePages('images', (console) => {
  async function openProduct(q: string, options?: Parameters<typeof console.open>[1]) {
    const list = await console.open(`products?q=${encodeURIComponent(q)}`)
    const href = await list.locator('[data-row-link]').first().getAttribute('href')
    const page = await console.open(href!, options)
    await page.getByRole('region', { name: 'Pictures' }).waitFor()
    return page
  }

  /** As if their images could not be copied. */
  async function failImages(skus: string[]): Promise<void> {
    const { context, workspaceId } = console
    const products = await context.db
      .selectFrom('product')
      .select('id')
      .where('workspace_id', '=', workspaceId)
      .where('sku', 'in', skus)
      .execute()
    for (const { id } of products) {
      const values = {
        workspace_id: workspaceId,
        product_id: id,
        source_url: 'https://images.example/a.jpg',
        status: 'failed' as const,
        requested_at: new Date(),
        due_at: new Date(),
        failure: 'The server images.example has no such image (404).',
      }
      await context.db.insertInto('product_image').values(values).execute()
    }
  }

  test('one is dropped, and another is pasted; each opens in full size', async () => {
    const page = await openProduct('16-07')
    const region = page.getByRole('region', { name: 'Pictures' })
    const shown = region.locator('img')
    const give = async (event: 'drop' | 'paste', background: string) => {
      const bytes = [...(await picture('jpeg', { background }))]
      await region.locator('[data-image-place]').evaluate(
        (place: any, { event, bytes }) => {
          const { DataTransfer, File, DragEvent, ClipboardEvent } = globalThis as any
          const transfer = new DataTransfer()
          transfer.items.add(new File([new Uint8Array(bytes)], 'a.jpg', { type: 'image/jpeg' }))
          const init = { bubbles: true, cancelable: true }
          place.dispatchEvent(
            event === 'drop'
              ? new DragEvent('drop', { ...init, dataTransfer: transfer })
              : new ClipboardEvent('paste', { ...init, clipboardData: transfer }),
          )
        },
        { event, bytes },
      )
    }
    await region.getByText('Drop pictures here, or paste one.').waitFor()
    await give('drop', '#3c3')
    await shown.waitFor()
    await give('paste', '#33c')
    await expect.poll(() => shown.count()).toBe(2)
    await region.getByRole('button', { name: 'Enlarge picture 2' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('img', { name: /, 2 of 2$/ }).waitFor()
    await page.keyboard.press('ArrowRight')
    await dialog.getByRole('img', { name: /, 1 of 2$/ }).waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    expect(complaints(page)).toEqual([])
    await expectAccessible(page)
  })

  test('a buyer sees them large, chooses one and opens it', async () => {
    const list = await console.open('products?q=16-04')
    await list.locator('[data-row-link]').first().click()
    const region = list.getByRole('region', { name: 'Pictures' })
    await region.getByText('Drop pictures here, or paste one.').waitFor()
    await list.locator('input[type=file]').setInputFiles([await pictureFile('#c33'), await pictureFile('#3c3')])
    await expect.poll(() => region.locator('img').count()).toBe(2)
    const id = new URL(list.url()).pathname.split('/').at(-1)
    const page = await console.open(`/t/sample/products/${id}`, { as: 'buyer' })
    const second = page.getByRole('button', { name: 'Picture 2 of 2', exact: true })
    await second.click()
    expect(await second.getAttribute('aria-pressed')).toBe('true')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Enlarge picture 2 of 2' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Next picture' }).click()
    await page
      .getByRole('dialog')
      .getByRole('img', { name: /, 1 of 2$/ })
      .waitFor()
    await expectAccessible(page)
    await page.setViewportSize(PHONE)
    await expectNoSidewaysScroll(page)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Enlarge picture 1 of 2' }).waitFor()
    await expectNoSidewaysScroll(page)
    expect(complaints(page)).toEqual([])
  })

  test('a file that is no image is refused in words', async () => {
    const page = await openProduct('16-08')
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'prices.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no image') })
    const alert = page.getByRole('region', { name: 'Pictures' }).getByRole('alert')
    await alert.waitFor()
    expect(await alert.textContent()).toContain('The file is not an image of a known type.')
  })

  test('failed ones are listed with the reason, and tried again', async () => {
    await failImages(['16-05', '16-06'])
    const page = await console.open('failed-images')
    await expectHeading(page, 'Failed images')
    const row = page.getByRole('row', { name: /16-05/ })
    await row.getByText('The server images.example has no such image (404).').waitFor()
    await expectAccessible(page)
    await row.getByRole('button', { name: 'Try again 16-05' }).click()
    await row.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Try all again' }).click()
    await page.getByText('No image has failed').waitFor()
    const product = await openProduct('16-05')
    await product.getByText('Is being copied from images.example.').waitFor()
    expect(complaints(page)).toEqual([])
  })

  test('on a phone nothing scrolls sideways', async () => {
    const page = await openProduct('16-08', { viewport: PHONE })
    await expectNoSidewaysScroll(page)
    const failed = await console.open('failed-images', { viewport: PHONE })
    await expectHeading(failed, 'Failed images')
    await expectNoSidewaysScroll(failed)
  })
})
