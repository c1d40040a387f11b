import { readFileSync, rmSync, writeFileSync } from 'node:fs'

/** The text of the file; null where it cannot be read. */
export function readSecret(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}

/** Writes a file that only its user may read. Always a new file: an existing one would keep its mode. */
export function writeSecret(file: string, secret: string): void {
  rmSync(file, { force: true })
  writeFileSync(file, secret, { mode: 0o600, flag: 'wx' })
}
