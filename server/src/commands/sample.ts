import { Command } from 'commander'
import { readConfig } from '../config.ts'
import { operate } from '../operations.ts'
import { printResult } from './print.ts'

export function sampleCommand(): Command {
  return new Command('sample')
    .description('Create the sample workspace, which shows all features. If it exists, only print its id.')
    .option('--json', 'print one JSON object')
    .action(async ({ json }) => {
      const result = await operate(readConfig(), 'sample', {})
      printResult(json, result, [
        `The sample workspace is ${result.workspaceId}.`,
        ...(result.key ? [`Its API key, shown only once: ${result.key}`] : []),
      ])
    })
}
