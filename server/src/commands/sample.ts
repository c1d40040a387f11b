import { Command } from 'commander'
import { readConfig } from '../config.ts'
import { operate } from '../operations.ts'
import { printResult } from './print.ts'

export function sampleCommand(): Command {
  return new Command('sample')
    .description('Make a sample workspace that shows everything; where it is there already, only say which it is.')
    .option('--json', 'print one JSON object')
    .action(async ({ json }) => {
      const result = await operate(readConfig(), 'sample', {})
      printResult(json, result, [
        `The sample workspace is ${result.workspaceId}.`,
        ...(result.key ? [`Its API key, shown this once: ${result.key}`] : []),
      ])
    })
}
