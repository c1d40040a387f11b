import { Command } from 'commander'
import { readConfig } from '../config.ts'
import { counted } from '../rules/counted.ts'
import { operate } from '../operations.ts'
import { printResult } from './print.ts'

export function priceChangeCommand(): Command {
  const priceChange = new Command('price-change').description('Publish, schedule, cancel and discard price changes.')

  const onOne = (name: string, description: string) =>
    priceChange
      .command(name)
      .description(description)
      .argument('<id>', 'id of the price change')
      .requiredOption('--workspace <id>', 'id of the workspace')
      .option('--json', 'print one JSON object')

  onOne('publish', 'Make the new prices the list prices, now and atomically.')
    .option('--fingerprint <fingerprint>', 'fingerprint of the preview: refuse if anything changed since then')
    .action(async (id: string, { json, workspace: workspaceId, fingerprint }) => {
      const {
        id: published,
        status,
        lineCount,
        skipped,
      } = await operate(readConfig(), 'price-change publish', {
        workspaceId,
        id,
        fingerprint,
      })
      const lines = [`Published the price change ${published}: ${lineCount} lines.`]
      if (skipped > 0) lines.push(`Skipped ${counted(skipped, 'line')} of deleted products.`)
      printResult(json, { id: published, status }, lines)
    })

  onOne('schedule', 'Schedule a draft: the service publishes it at that time.')
    .requiredOption('--at <time>', 'ISO 8601, such as 2026-12-01T06:00:00Z')
    .action(async (id: string, { json, workspace: workspaceId, at }) => {
      const result = await operate(readConfig(), 'price-change schedule', { workspaceId, id, at })
      printResult(json, result, `The price change ${result.id} will be published at ${at}.`)
    })

  onOne('cancel', 'Cancel a scheduled price change.').action(async (id: string, { json, workspace: workspaceId }) => {
    const result = await operate(readConfig(), 'price-change cancel', { workspaceId, id })
    printResult(json, result, `Cancelled the price change ${result.id}.`)
  })

  onOne('discard', 'Discard a draft.').action(async (id: string, { json, workspace: workspaceId }) => {
    const result = await operate(readConfig(), 'price-change discard', { workspaceId, id })
    printResult(json, result, `Discarded the price change ${result.id}.`)
  })

  return priceChange
}
