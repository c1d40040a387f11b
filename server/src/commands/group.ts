import { Command } from 'commander'
import { readConfig } from '../config.ts'
import { operate } from '../operations.ts'
import { printResult } from './print.ts'

/** The commands `brand` and `category`, which work alike. */
export function groupCommand(grouping: 'brand' | 'category'): Command {
  const group = new Command(grouping).description(`Rename and merge ${grouping === 'brand' ? 'brands' : 'categories'}.`)

  group
    .command('rename')
    .description(`Give a ${grouping} another name.`)
    .argument('<name>', 'present name')
    .requiredOption('--workspace <id>', 'id of the workspace')
    .requiredOption('--to <name>', 'new name')
    .option('--json', 'print one JSON object')
    .action(async (name: string, { json, workspace: workspaceId, to }) => {
      await operate(readConfig(), 'group rename', { workspaceId, grouping, name, to })
      printResult(json, { ok: true }, `The ${grouping} "${name}" is now "${to}".`)
    })

  group
    .command('merge')
    .description(`Move the products of a ${grouping} to another one, then delete it.`)
    .argument('<name>', `the ${grouping} to delete`)
    .requiredOption('--workspace <id>', 'id of the workspace')
    .requiredOption('--to <name>', `the ${grouping} to keep`)
    .option('--json', 'print one JSON object')
    .action(async (name: string, { json, workspace: workspaceId, to }) => {
      await operate(readConfig(), 'group merge', { workspaceId, grouping, name, to })
      printResult(json, { ok: true }, `The products of the ${grouping} "${name}" are now in "${to}".`)
    })

  return group
}
