import { join, parse } from 'node:path'
import { Command, Option } from 'commander'
import { readApiAccess } from '../config.ts'
import { importCatalogue } from '../import/import-catalogue.ts'
import { catchInterrupts, Interrupted, INTERRUPTED_EXIT_CODE } from '../import/interruption.ts'
import { showProgress } from '../import/progress.ts'
import { ON_DUPLICATE } from '../import/survey-rows.ts'
import { resultLines } from '../import/words.ts'
import { printResult } from './print.ts'

/** Of an import that went through, but not with every row. */
const SOME_REJECTED = 2

const NOTES = `
Fields: sku, name, listPrice, unitLabel, brand, category, manufacturerRef, description, availability, leadTimeNote,
imageUrl, onlyFor (codes or e-mails, apart by | or ;). Columns that no field takes are kept in the product's details.

With --on-duplicate first or last, bad rows are rejected and the first or last good row of a SKU counts.

An import can be repeated at any time and ends in the same state. Products that exist keep their price: changed ones go
into a draft price change, one for each run. Until a run is through, the draft's id is kept in FILE.import.json beside
the file: run again after it was interrupted, it goes on with that draft, unless --price-change names another.

Ctrl-C ends a run when the call under way is done, and says how far it came; a second one ends it at once.

A dry run reads the file and the workspace's currency, and not the products that are there: it cannot say which exist,
which prices would change, or which rows only the service would refuse.

Exit code: 0 when every row went in, ${SOME_REJECTED} when some were rejected, 1 when the import could not be made or stopped half-way,
${INTERRUPTED_EXIT_CODE} when it was interrupted.`

export function importCommand(): Command {
  return new Command('import')
    .description('Bring the products of a CSV file into a workspace, over the API.')
    .argument('<file>', 'CSV in UTF-8 with a header line; commas, semicolons or tabs')
    .option('--url <url>', 'where the service is (or TRADE_CATALOGUE_URL)')
    .option('--key <key>', 'an API key that may write (or TRADE_CATALOGUE_KEY)')
    .option('--map <field=column>', 'take a field from a column; repeatable; by usual names unless said', collect)
    .option('--set <field=value>', 'give a field the same value in every row; repeatable', collect)
    .option('--ignore <column>', 'leave a column out; repeatable', collect)
    .addOption(
      new Option('--on-duplicate <rule>', 'when rows have the same SKU, whatever its case')
        .choices(ON_DUPLICATE)
        .default('error'),
    )
    .option('--price-change <id>', 'put changed prices into this draft')
    .option(
      '--rejects <file>',
      'where rejected rows go (NAME.rejects.csv beside the file unless said); replaces those of an earlier run',
    )
    .option('--dry-run', 'show how the file is read and which rows would be rejected, and send nothing')
    .option('--json', 'print one JSON object')
    .addHelpText('after', NOTES)
    .action(async (file: string, { url, key, json, dryRun, rejects, map = [], set = [], ignore = [], ...options }) => {
      const api = readApiAccess({ url, key })
      const progress = showProgress(process.stderr)
      const { dir, name } = parse(file)
      const result = await importCatalogue(
        {
          ...options,
          map,
          set,
          ignore,
          file,
          rejects: rejects ?? join(dir, `${name}.rejects.csv`),
          dryRun: Boolean(dryRun),
          signal: catchInterrupts(progress),
        },
        api,
        progress,
      ).catch(endWhenInterrupted)
      printResult(json, result, resultLines(result))
      if (result.rejected > 0) process.exitCode = SOME_REJECTED
      if (result.interrupted) process.exitCode = INTERRUPTED_EXIT_CODE
    })
}

/** Interrupted before there was a result. */
function endWhenInterrupted(error: unknown): never {
  if (!(error instanceof Interrupted)) throw error
  console.error(error.message)
  process.exit(INTERRUPTED_EXIT_CODE)
}

function collect(value: string, before: string[] = []): string[] {
  return [...before, value]
}
