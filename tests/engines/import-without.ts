import { afterAll } from 'vitest'
import { z } from 'zod'

/**
 * Imports files of the server without what `takeOut` knows by that name. The copies name their schemas as the originals
 * do. Files that come later in the same process describe the service by these names: they are given back.
 */
export function importerWithout(name: string): (file: string) => Promise<any> {
  const { _idmap: schemas } = z.globalRegistry
  const named = new Map(schemas)
  afterAll(() => named.forEach((schema, id) => schemas.set(id, schema)))
  return (file) => import(/* @vite-ignore */ `../../server/src/${file}?without=${encodeURIComponent(name)}`)
}
