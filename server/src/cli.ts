#!/usr/bin/env node
import { Command } from 'commander'
import packageJson from '../package.json' with { type: 'json' }
import { importCommand } from './commands/import.ts'
import { keyCommand } from './commands/key.ts'
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

try {
  await program.parseAsync()
} catch (error) {
  // What the operator can mend is one line; anything else is ours, and comes with its stack.
  console.error(error instanceof OperatorError || error instanceof DomainError ? error.message : error)
  process.exitCode = 1
}
