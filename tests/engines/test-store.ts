import { randomUUID } from 'node:crypto'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import { inject } from 'vitest'
import type { DatabaseConfig } from '../../server/src/config.ts'
import { databaseUrl } from './postgres.ts'

export type TestEngine = { name: 'pglite'; template: string } | { name: 'postgres'; admin: string; template: string }

declare module 'vitest' {
  interface ProvidedContext {
    engine: TestEngine
  }
}

/** An empty database, migrated, of the engine that this test project runs on. */
export async function newDatabase(): Promise<{ config: DatabaseConfig; remove: () => Promise<void> }> {
  const engine = inject('engine')
  if (engine.name === 'pglite') {
    const dataDir = mkdtempSync(join(tmpdir(), 'trade-catalogue-'))
    cpSync(engine.template, dataDir, { recursive: true })
    return {
      config: { engine: 'embedded', dataDir },
      remove: async () => rmSync(dataDir, { recursive: true }),
    }
  }
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await asAdmin(engine.admin, `create database ${name} template ${engine.template}`)
  return {
    config: { engine: 'postgres', url: databaseUrl(engine.admin, name) },
    remove: () => asAdmin(engine.admin, `drop database ${name} with (force)`),
  }
}

async function asAdmin(url: string, statement: string): Promise<void> {
  const admin = postgres(url, { max: 1, onnotice: () => {} })
  await admin.unsafe(statement)
  await admin.end()
}
