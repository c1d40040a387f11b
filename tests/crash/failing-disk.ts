import fs from 'node:fs'
import { createRequire, syncBuiltinESMExports } from 'node:module'

/**
 * Loaded into the server before anything else: while the file FAILING_DISK is there, the operation that it names fails
 * on every file, as on a disk that is full (`writeSync`) or broken (`fsyncSync`).
 */
const CODES = { writeSync: 'ENOSPC', fsyncSync: 'EIO' } as const
const real = createRequire(import.meta.url)('node:fs') as typeof fs
const order = process.env['FAILING_DISK']!
const { existsSync, readFileSync } = fs

for (const [operation, code] of Object.entries(CODES) as [keyof typeof CODES, string][]) {
  const work = real[operation] as (...args: unknown[]) => unknown
  Object.assign(real, {
    [operation]: (...args: unknown[]) => {
      if (existsSync(order) && readFileSync(order, 'utf8') === operation) {
        throw Object.assign(new Error(`${code}: made to fail`), { code })
      }
      return work(...args)
    },
  })
}
syncBuiltinESMExports()
