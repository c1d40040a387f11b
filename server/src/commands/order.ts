import { Command } from 'commander'

export function orderCommand(): Command {
  return new Command('order').description('Place orders.')
}
