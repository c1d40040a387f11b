import { Command } from 'commander'

export function discountCommand(): Command {
  return new Command('discount').description("Set and remove customers' discounts.")
}
