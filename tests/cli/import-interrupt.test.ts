import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { existsSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { useService } from '../service.ts'
import { allProducts, drafts, useImport } from './run-import.ts'

const service = useService()
const { run, startCommand, write } = useImport(service)

/** Row 3 is bad. */
const CONTENT = `SKU,Name,Price,Unit\n${Array.from({ length: 350 }, (_, i) => `S${i},${i === 1 ? '' : 'Product'},2,each\n`).join('')}`

/** An import of 350 rows whose second write is in progress, and held up until it is let go. */
async function heldImport(args: string[] = []) {
  const workspace = await service.workspace()
  await run(workspace, { content: CONTENT.replaceAll(',2,', ',1,') })
  const file = write(CONTENT)
  const { url, reached, letGo } = await holdWrite(2)
  const { child, ended } = startCommand([file, '--url', url, '--key', workspace.key, ...args])
  await reached
  return { workspace, file, access: ['--url', service.url, '--key', workspace.key], child, ended, letGo }
}

/** The service behind a proxy that holds up one write. */
async function holdWrite(number: number): Promise<{ url: string; reached: Promise<void>; letGo: () => void }> {
  const [reached, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let writes = 0
  const proxy = createServer((request, response) => {
    void (async () => {
      const { method = 'GET', url, headers } = request
      const body = method === 'GET' ? null : await buffer(request)
      const answer = await fetch(`${service.url}${url}`, {
        method,
        body,
        headers: { authorization: headers.authorization!, 'content-type': headers['content-type'] ?? '' },
      })
      const content = await answer.text()
      if (method === 'PUT' && ++writes === number) {
        reached.resolve()
        await held.promise
      }
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(content)
    })()
  })
  await new Promise<void>((resolve) => void proxy.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    held.resolve()
    proxy.closeAllConnections()
    proxy.close()
  })
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    reached: reached.promise,
    letGo: held.resolve,
  }
}

test('an interrupted import finishes its call, tells what was done, and goes on when run again', async () => {
  const { workspace, file, child, ended, letGo } = await heldImport(['--json'])
  child.kill('SIGINT')
  // npx passes on the one that the terminal has sent already.
  await setTimeout(50)
  child.kill('SIGINT')
  await setTimeout(50)
  letGo()
  const { code, stdout, stderr } = await ended
  expect(code).toBe(130)
  const result = JSON.parse(stdout)
  expect(result).toMatchObject({ interrupted: true, created: 0, updated: 200, priceChanges: 200, rejected: 1 })
  expect(existsSync(result.rejectsFile)).toBe(true)
  expect(stderr).toContain('Interrupted: finishing the present call. Interrupt again to stop at once.')
  expect(stderr.trim().split('\n').at(-1)).toBe('Interrupted after 200 products; import the file again to resume.')

  const again = await run(workspace, { file })
  expect(again).toMatchObject({
    interrupted: false,
    updated: 349,
    priceChanges: 349,
    priceChangeId: result.priceChangeId,
  })
  expect(Object.keys(await drafts(workspace))).toEqual([result.priceChangeId])
  expect(await allProducts(workspace)).toHaveLength(349)
})

test('the summary of an interrupted import, for people, says that it is not all', async () => {
  const { child, ended, letGo } = await heldImport()
  child.kill('SIGINT')
  await setTimeout(50)
  letGo()
  const { code, stdout } = await ended
  expect(code).toBe(130)
  expect(stdout).toContain('0 products created and 200 updated so far, from 350 rows.')
  expect(stdout).toContain('1 row rejected so far: see ')
})

test('a second interruption ends the import at once', async () => {
  const { child, ended } = await heldImport()
  child.kill('SIGINT')
  await setTimeout(800)
  child.kill('SIGINT')
  expect(await ended).toMatchObject({ code: 130, stdout: '' })
})

test('an import that was killed goes on with its draft', async () => {
  const { workspace, file, child, ended } = await heldImport()
  child.kill('SIGKILL')
  await ended
  const [draft] = Object.keys(await drafts(workspace))
  expect(await run(workspace, { file })).toMatchObject({ priceChanges: 349, priceChangeId: draft })
  expect(Object.keys(await drafts(workspace))).toEqual([draft])
})

test('an interruption cuts the wait for a service that is away short', async () => {
  const { child, ended } = startCommand([write(CONTENT), '--url', 'http://127.0.0.1:1', '--key', 'tck_x'])
  await new Promise<void>(
    (resolve) => void child.stderr!.on('data', (chunk) => /trying again/.test(String(chunk)) && resolve()),
  )
  child.kill('SIGINT')
  const { code, stdout, stderr } = await ended
  expect({ code, stdout }).toEqual({ code: 130, stdout: '' })
  expect(stderr.trim().split('\n').at(-1)).toBe('Interrupted before anything was sent.')
})
