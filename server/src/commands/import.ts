import { join, parse } from 'node:path'
import { Command, Option } from 'commander'
import { readApiAccess } from '../config.ts'
import { importCatalogue } from '../import-command/import-catalogue.ts'
import { catchInterrupts, Interrupted, INTERRUPTED_EXIT_CODE } from '../import-command/interruption.ts'
import { showProgress } from '../import-command/progress.ts'
import { ON_DUPLICATE } from '../spreadsheets/survey-rows.ts'
import { resultLines } from '../import-command/messages.ts'
import { SENT_FIELDS } from '../rules/product-fields.ts'
import { printResult } from './print.ts'

/** Exit code of an import that finished with rejected rows. */
const SOME_REJECTED = 2

const NOTES = `
Fields: ${SENT_FIELDS.join(', ')}.
In onlyFor, codes and e-mails are separated by | or ;. All other columns go into the details of the product.

With --on-duplicate first or last, bad rows are rejected, and the first or last good row of each SKU is imported.

An import is idempotent: you can repeat it at any time. Existing products keep their list price. Changed prices go into
a draft price change, one for each run. Until the run is finished, FILE.import.json beside the file has the id of this
draft. After an interruption, the next run continues with the same draft, unless --price-change names another one.

Ctrl-C stops the run after the present call and reports the progress. A second Ctrl-C stops it at once.

A dry run reads the file and the currency of the workspace. It does not read the products of the workspace. So it cannot
tell which products exist, which prices would change, and which rows only the service would refuse.

Exit code: 0 if every row was imported, ${SOME_REJECTED} if some rows were rejected, 1 if the import failed or stopped half-way,
${INTERRUPTED_EXIT_CODE} if it was interrupted.`

export function importCommand(): Command {
  return new Command('import')
    .description('Import the products of a CSV file into a workspace, through the API.')
    .argument('<file>', 'CSV in UTF-8 with a header line; commas, semicolons or tabs')
    .option('--url <url>', 'URL of the service (or TRADE_CATALOGUE_URL)')
    .option('--key <key>', 'API key with the scope write (or TRADE_CATALOGUE_KEY)')
    .option(
      '--map <field=column>',
      'take a field from this column; repeatable (default: columns with usual names)',
      collect,
    )
    .option('--set <field=value>', 'give a field the same value in every row; repeatable', collect)
    .option('--ignore <column>', 'leave a column out; repeatable', collect)
    .addOption(
      new Option('--on-duplicate <rule>', 'if rows have the same SKU, ignoring case')
        .choices(ON_DUPLICATE)
        .default('error'),
    )
    .option('--price-change <id>', 'add changed prices to this draft')
    .option(
      '--rejects <file>',
      'file for rejected rows; replaces that of an earlier run (default: NAME.rejects.csv beside the file)',
    )
    .option('--dry-run', 'send nothing; show how the file is read, and which rows would be rejected')
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

/** Ends the process if the run was interrupted before it had a result. */
function endWhenInterrupted(error: unknown): never {
  if (!(error instanceof Interrupted)) throw error
  console.error(error.message)
  process.exit(INTERRUPTED_EXIT_CODE)
}

function collect(value: string, before: string[] = []): string[] {
  return [...before, value]
}
