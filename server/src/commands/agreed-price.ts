import { Command } from 'commander'

export function agreedPriceCommand(): Command {
  return new Command('agreed-price').description('Set and remove prices agreed with customers.')
}
