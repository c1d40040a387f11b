import { Command, InvalidArgumentError } from 'commander'
import { readConfig } from '../../config.ts'
import { countWorkers, hasCitus, setNodeDefaults } from '../../database/cluster.ts'
import { distributeTables, pendingTables } from '../../database/distribute-tables.ts'
import { openStore } from '../../database/open.ts'
import { OperatorError } from '../../errors.ts'
import { counted } from '../../shared/counted.ts'
import { printResult } from './print.ts'

const NOTES = `
Without --yes the command only says what it would do. Stop the service and take a backup first. It is one transaction: an
interrupted command has changed nothing. docs/cluster.md has all the steps.`

export function distributeCommand(): Command {
  return new Command('distribute')
    .description('Distribute the database over the nodes of a Citus cluster, by workspace.')
    .option('--shards <number>', 'into how many parts, which are placed and moved as a whole', shardCount, 32)
    .option('--yes', 'do it')
    .option('--json', 'print one JSON object')
    .addHelpText('after', NOTES)
    .action(async ({ shards, yes = false, json }) => {
      const { database } = readConfig()
      if (database.engine === 'embedded') {
        throw new OperatorError('The embedded database is a single process: set DATABASE_URL to the coordinator.')
      }
      await using cleanup = new AsyncDisposableStack()
      const store = await openStore(database)
      cleanup.defer(store.close)
      if (!(await hasCitus(store.db)))
        throw new OperatorError('The database is not a Citus cluster: see docs/cluster.md.')
      const workers = await countWorkers(store.db)
      if (workers === 0) throw new OperatorError("There is no worker yet: select citus_add_node('its name', 5432)")
      const tables = await pendingTables(store.db)
      if (yes) {
        await setNodeDefaults(store.db)
        await distributeTables(store, { shards, onTable: (name) => console.error(name) })
      }
      const what = `${counted(tables.length, 'table')} over ${counted(workers, 'worker')}`
      printResult(json, { workers, tables, done: yes }, [
        yes
          ? `Distributed ${what}.`
          : `Would distribute ${what}, in ${counted(shards, 'shard')}. Nothing is changed yet: add --yes to do it.`,
      ])
    })
}

function shardCount(text: string): number {
  const count = Number(text)
  if (Number.isInteger(count) && count >= 1 && count <= 1_000) return count
  throw new InvalidArgumentError('It is a number from 1 to 1000.')
}
