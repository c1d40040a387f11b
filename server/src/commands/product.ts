import { Command } from 'commander'

export function productCommand(): Command {
  return new Command('product').description('Make, change and delete products.')
}
