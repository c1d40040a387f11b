import { Command } from 'commander'

export function customerCommand(): Command {
  return new Command('customer').description('Delete customers.')
}
