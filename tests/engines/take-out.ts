import { readFileSync } from 'node:fs'
import type { Plugin } from 'vitest/config'

/** A text that is once in a file of the server, and what stands there instead. */
export type Cut = { file: string; text: string; by: string }

/**
 * Makes modules of the server without what `?without=<name>` in their names says, and so all that they import; the
 * files themselves stay as they are.
 */
export function takeOut(named: Record<string, Cut[]>): Plugin {
  const query = /\?without=(.*)$/
  return {
    name: 'take-out',
    enforce: 'pre',
    async resolveId(source, importer, options) {
      const [without] = query.exec(importer ?? '') ?? query.exec(source) ?? []
      if (without === undefined) return null
      const found = await this.resolve(source.replace(query, ''), importer?.replace(query, ''), options)
      return found?.id.includes('/server/src/') ? found.id + without : found
    },
    load(id) {
      const [without, name] = query.exec(id) ?? []
      if (without === undefined) return null
      const file = id.slice(0, -without.length)
      const cuts = named[decodeURIComponent(name!)]!
      return cuts.filter((cut) => file.endsWith(cut.file)).reduce(cutOut, readFileSync(file, 'utf8'))
    },
  }
}

function cutOut(source: string, { file, text, by }: Cut): string {
  const [before, after, ...more] = source.split(text)
  if (after !== undefined && more.length === 0) return before + by + after
  throw new Error(`"${text}" is not once in ${file}: say there what to take out.`)
}
