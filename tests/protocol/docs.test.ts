import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { useService } from '../given/service.ts'

const DOCS = join(import.meta.dirname, '../../docs')
const service = useService()

test('each page of the docs is served as Markdown, and nothing else of the folder', async () => {
  for (const name of globSync('**/*.md', { cwd: DOCS })) {
    const response = await fetch(`${service.url}/docs/${name}`)
    expect([name, response.headers.get('content-type')]).toEqual([name, 'text/markdown; charset=utf-8'])
    expect(await response.text()).toBe(readFileSync(join(DOCS, name), 'utf8'))
  }
  for (const name of [
    'nightly-sync.ts',
    'images/home.png',
    '..%2fpackage.json',
    '%2e%2e%2fpackage.json',
    'no.md',
    '',
  ]) {
    expect([name, (await fetch(`${service.url}/docs/${name}`)).status]).toEqual([name, 404])
  }
})

test('what assistants read first links to what is there', async () => {
  const response = await fetch(`${service.url}/llms.txt`)
  expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  const links = (await response.text()).matchAll(/\]\((.+?)\)/g)
  for (const [, link] of links) expect([link, (await fetch(service.url + link)).status]).toEqual([link, 200])
})
