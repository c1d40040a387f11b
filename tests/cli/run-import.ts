import { execFile } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { importCatalogue } from '../../server/src/import-command/import-catalogue.ts'
import type { ImportOptions } from '../../server/src/import-command/import-catalogue.ts'
import type { ImportResult } from '../../server/src/import-command/import-result.ts'
import { progressLines } from '../../server/src/import-command/progress.ts'
import type { TestService, TestWorkspace } from '../service.ts'
import { useTemporaryFolder } from '../temporary-folder.ts'

const CLI = fileURLToPath(new URL('../../server/src/cli.ts', import.meta.url))

export type ImportRun = ImportResult & {
  /** What it said on the way. */
  said: string[]
}

/** Files to import, and the import as a function and as the command. */
export function useImport(service: TestService) {
  const folder = useTemporaryFolder()
  let files = 0

  const write = (content: string | Buffer): string => {
    const path = join(folder, `products-${++files}.csv`)
    writeFileSync(path, content)
    return path
  }

  return {
    folder,
    write,

    /** Imports a file, or what would be in one. */
    run: async (
      { key }: Pick<TestWorkspace, 'key'>,
      {
        content,
        sleep,
        fetch,
        said = [],
        ...options
      }: Partial<ImportOptions> & {
        content?: string | Buffer
        sleep?: (milliseconds: number) => Promise<void>
        fetch?: (request: Request) => Promise<Response>
        /** Gets what it says, for a run that fails. */
        said?: string[]
      },
    ): Promise<ImportRun> => {
      const file = options.file ?? write(content ?? '')
      const result = await importCatalogue(
        {
          map: [],
          set: [],
          ignore: [],
          onDuplicate: 'error',
          dryRun: false,
          rejects: `${file}.rejects`,
          ...options,
          file,
        },
        { url: service.url, key, sleep, fetch },
        progressLines((line) => said.push(line)),
      )
      return { ...result, said }
    },

    /** Runs the command itself. */
    command: (args: string[], env: Record<string, string> = {}) => startCommand(args, env).ended,

    startCommand,

    readRejects: (path: string) => readFileSync(path, 'utf8'),
  }
}

export type Ended = { code: number; stdout: string; stderr: string }

/** Starts the command, for a test that sends it signals. */
function startCommand(
  args: string[],
  env: Record<string, string> = {},
): { child: ChildProcess; ended: Promise<Ended> } {
  const { promise: ended, resolve } = Promise.withResolvers<Ended>()
  const child = execFile(
    process.execPath,
    [CLI, 'import', ...args],
    { env: { ...process.env, ...env } },
    (_error, stdout, stderr) => resolve({ code: child.exitCode ?? -1, stdout, stderr }),
  )
  return { child, ended }
}

/** Every product of a workspace, or those that a search finds, page by page. */
export async function allProducts({ get }: Pick<TestWorkspace, 'get'>, q = ''): Promise<any[]> {
  const products = []
  for (let offset: number | null = 0; offset !== null;) {
    const { body } = await get(`/products?offset=${offset}&q=${encodeURIComponent(q)}`)
    products.push(...body.data)
    offset = body.nextOffset
  }
  return products
}

/** The drafts of a workspace, each with its new prices (minor units) by SKU. */
export async function drafts({
  context,
}: Pick<TestWorkspace, 'context'>): Promise<Record<string, Record<string, number>>> {
  const lines = await context.db
    .selectFrom('price_change as change')
    .innerJoin('price_change_line as line', (join) =>
      join.onRef('line.workspace_id', '=', 'change.workspace_id').onRef('line.price_change_id', '=', 'change.id'),
    )
    .innerJoin('product', (join) =>
      join.onRef('product.workspace_id', '=', 'line.workspace_id').onRef('product.id', '=', 'line.product_id'),
    )
    .where('change.workspace_id', '=', context.workspaceId)
    .select(['change.id', 'product.sku', 'line.new_price'])
    .execute()
  const byDraft: Record<string, Record<string, number>> = {}
  for (const { id, sku, new_price } of lines) (byDraft[id] ??= {})[sku] = Number(new_price)
  return byDraft
}
