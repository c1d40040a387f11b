import { randomUUID } from 'node:crypto'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import { inject } from 'vitest'
import type { DatabaseConfig } from '../../server/src/config.ts'
import { databaseUrl } from './postgres.ts'

/** Where there is a migrated database to copy, and one in which nothing was ever made. */
export type TestEngine = { template: string; bare: string } & (
  | { name: 'pglite' }
  | {
      name: 'postgres'
      /** Of the server, or of each node of a cluster, the coordinator first. */
      servers: string[]
      prefix: string
    }
)

declare module 'vitest' {
  interface ProvidedContext {
    engine: TestEngine
  }
}

export type TestDatabase = { config: DatabaseConfig; remove: () => Promise<void> }

/** An empty database, migrated, of the engine that this test project runs on. */
export async function newDatabase(): Promise<TestDatabase> {
  const engine = inject('engine')
  return makeDatabase(engine, engine.template)
}

/** Another database with all that this one has, which nobody may have open. */
export async function copyOf({ config }: TestDatabase): Promise<TestDatabase> {
  const template = config.engine === 'embedded' ? config.dataDir : new URL(config.url).pathname.slice(1)
  return makeDatabase(inject('engine'), template)
}

/** A database in which nothing was ever made. */
export async function bareDatabase(): Promise<TestDatabase> {
  const engine = inject('engine')
  return makeDatabase(engine, engine.bare)
}

async function makeDatabase(engine: TestEngine, template: string): Promise<TestDatabase> {
  if (engine.name === 'pglite') {
    const dataDir = mkdtempSync(join(tmpdir(), 'data-'))
    cpSync(template, dataDir, { recursive: true })
    return {
      config: { engine: 'embedded', dataDir },
      remove: async () => rmSync(dataDir, { recursive: true }),
    }
  }
  const name = `${engine.prefix}${randomUUID().replaceAll('-', '')}`
  // All that a node knows of the others is in its database, too.
  for (const server of engine.servers) await asAdmin(server, `create database ${name} template ${template}`)
  return {
    config: { engine: 'postgres', url: databaseUrl(engine.servers[0]!, name) },
    remove: async () => {
      for (const server of engine.servers) await asAdmin(server, `drop database ${name} with (force)`)
    },
  }
}

async function asAdmin(url: string, statement: string): Promise<void> {
  const admin = postgres(url, { max: 1, onnotice: () => {} })
  await admin.unsafe(statement)
  await admin.end()
}
