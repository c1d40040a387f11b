import { Command, InvalidArgumentError } from 'commander'
import { readConfig } from '../config.ts'
import { openStore } from '../database/open.ts'
import { OperatorError } from '../errors.ts'
import { distribute, planDistribution } from '../operator/distribute.ts'
import { size } from '../operator/doctor/finding.ts'
import { counted } from '../rules/counted.ts'
import { printResult } from './print.ts'

const NOTES = `
Without --yes the command only says what it would do. Stop the service and take a backup first. Each table is a step of
its own: after an interruption, run the command again. docs/cluster.md has the whole way.`

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
      const plan = await planDistribution(store)
      const { workers, tables, foreignKeys, bytes, seconds } = plan
      if (yes) await distribute(store, { shards, onTable: (name) => console.error(name) })
      const keys = foreignKeys > 0 ? `, and ${counted(foreignKeys, 'foreign key')} to add again` : ''
      const what = `${counted(tables.length, 'table')} with ${size(bytes)} over ${counted(workers, 'worker')}${keys}`
      printResult(json, { ...plan, done: yes }, [
        yes
          ? `Distributed ${what}.`
          : `Would distribute ${what}, in ${counted(shards, 'shard')}, in about ${counted(seconds, 'second')}. Nothing is changed yet: add --yes to do it.`,
      ])
    })
}

function shardCount(text: string): number {
  const count = Number(text)
  if (Number.isInteger(count) && count >= 1 && count <= 1_000) return count
  throw new InvalidArgumentError('It is a number from 1 to 1000.')
}
