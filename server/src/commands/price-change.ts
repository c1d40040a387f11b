import { Command } from 'commander'

export function priceChangeCommand(): Command {
  return new Command('price-change').description('Publish, schedule, cancel and discard price changes.')
}
