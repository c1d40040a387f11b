import { expect, test } from 'vitest'
import {
  complaints,
  describePages,
  expectAccessible,
  expectNoSidewaysScroll,
  expectSeen,
  PHONE,
} from './use-console.ts'

/** What a browser with a camera has, and one that reads bar codes. Runs in the page. */
const WITH_CAMERA = `
globalThis.BarcodeDetector = class {
  async detect() { return [{ rawValue: '5012345678900' }] }
}
navigator.mediaDevices.getUserMedia = async () => {
  if (globalThis.cameraProblem) throw new DOMException('', globalThis.cameraProblem)
  const canvas = document.createElement('canvas')
  canvas.getContext('2d').fillRect(0, 0, 9, 9)
  const stream = canvas.captureStream(10)
  globalThis.track = stream.getTracks()[0]
  return stream
}`

describePages('bar codes by the camera', (service) => {
  const open = async (script: string) => {
    const page = await service.open('/t/sample', { as: 'buyer', viewport: PHONE, fresh: true })
    await page.addInitScript(script)
    await page.goto('/t/sample/quick-order')
    await expectSeen(page.getByRole('button', { name: 'Add line' }))
    return page
  }

  test('a bar code that the camera sees is in the field, and the camera is off again', async () => {
    const page = await open(WITH_CAMERA)
    await page.getByRole('button', { name: 'Scan barcode' }).click()
    await expect.poll(() => page.getByLabel('SKU', { exact: true }).inputValue()).toBe('5012345678900')
    await expect.poll(() => page.evaluate<string>('globalThis.track.readyState')).toBe('ended')
    expect(await page.getByRole('dialog').count()).toBe(0)
    await expectNoSidewaysScroll(page)
    expect(complaints(page)).toEqual([])
  })

  test.each([
    ['NotAllowedError', /The camera isn't allowed here/],
    ['NotFoundError', /No camera was found/],
    ['NotReadableError', /The camera couldn't be used/],
  ])('where the camera says %s, the page says what to do', async (name, says) => {
    const page = await open(`${WITH_CAMERA}\nglobalThis.cameraProblem = '${name}'`)
    await page.getByRole('button', { name: 'Scan barcode' }).click()
    await expectSeen(page.getByRole('alert').filter({ hasText: says }))
    await expectAccessible(page)
  })

  test('a browser that reads no bar codes offers none', async () => {
    const page = await open('delete globalThis.BarcodeDetector')
    expect(await page.getByRole('button', { name: 'Scan barcode' }).count()).toBe(0)
  })

  test("the buyers' pages alone may ask for the camera", async () => {
    const policies = ['/t/sample', '/w/sample', '/'].map(async (path) => {
      const answer = await fetch(service.url + path)
      await answer.arrayBuffer()
      return answer.headers.get('permissions-policy')
    })
    const [portal, ...others] = await Promise.all(policies)
    expect(portal).toMatch(/^camera=\(self\), geolocation=\(\)/)
    for (const other of others) expect(other).toMatch(/^camera=\(\), geolocation=\(\)/)
  })
})
