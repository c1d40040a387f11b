#!/usr/bin/env node
import { Command } from 'commander'
import packageJson from '../package.json' with { type: 'json' }
import { agreedPriceCommand } from './commands/agreed-price.ts'
import { buyerCommand } from './commands/buyer.ts'
import { customerCommand } from './commands/customer.ts'
import { discountCommand } from './commands/discount.ts'
import { groupCommand } from './commands/group.ts'
import { importCommand } from './commands/import.ts'
import { keyCommand } from './commands/key.ts'
import { orderCommand } from './commands/order.ts'
import { priceChangeCommand } from './commands/price-change.ts'
import { productCommand } from './commands/product.ts'
import { sampleCommand } from './commands/sample.ts'
import { serveCommand } from './commands/serve.ts'
import { workspaceCommand } from './commands/workspace.ts'
import { DomainError, OperatorError } from './errors.ts'

const program = new Command('trade-catalogue')
  .version(packageJson.version)
  .description('A wholesale trade catalogue: products, what each customer pays for them, and why.')
  .addCommand(serveCommand())
  .addCommand(workspaceCommand())
  .addCommand(keyCommand())
  .addCommand(sampleCommand())
  .addCommand(importCommand())
  .addCommand(productCommand())
  .addCommand(groupCommand('brand'))
  .addCommand(groupCommand('category'))
  .addCommand(customerCommand())
  .addCommand(buyerCommand())
  .addCommand(discountCommand())
  .addCommand(agreedPriceCommand())
  .addCommand(priceChangeCommand())
  .addCommand(orderCommand())

try {
  await program.parseAsync()
} catch (error) {
  // What the operator can mend is one line; anything else is ours, and comes with its stack.
  console.error(error instanceof OperatorError || error instanceof DomainError ? error.message : error)
  process.exitCode = 1
}
