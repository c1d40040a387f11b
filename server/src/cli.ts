#!/usr/bin/env sh
':' /*
# The shell runs these lines, and Node those below the comment: the command runs on the Node that the project pins,
# whatever Node the machine has. Without development packages there is none; then the machine's has to be new enough.
root=$(dirname "$(readlink -f "$0")")/../..
node=$root/node_modules/node/bin/node
if [ ! -x "$node" ]; then
  node=node
  if ! node -e 'process.exit(parseInt(process.versions.node) >= 26 ? 0 : 1)' 2>/dev/null; then
    found=$(node --version 2>/dev/null || echo none)
    echo "trade-catalogue needs Node 26 or newer, and found $found: install one, for example with \"npm install node@26\"." >&2
    exit 1
  fi
fi
# V8 reads only as it starts how much room new objects may take: here twice 8 MB instead of twice 32 (decision 9). It
# has one thread for its garbage: its usual four keep requests off a machine of two processors (decision 13).
exec "$node" --v8-pool-size=1 --max-semi-space-size=8 "$0" "$@"
*/
import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'
import { Command } from 'commander'
import packageJson from 'trade-catalogue/package.json' with { type: 'json' }
import { describeError } from './lib/describe-error.ts'
import { DomainError, OperatorError } from './errors.ts'

/** Only the called command is loaded: the import needs no database, and the service no CSV reader. */
const COMMANDS: Record<string, () => Promise<Command>> = {
  serve: async () => (await import('./ops/cli/serve.ts')).serveCommand(),
  workspace: noun(
    'workspace',
    'Create and list workspaces, and set their plans and whether their staff needs passkeys.',
  ),
  person: noun(
    'person',
    'Add and remove the staff of workspaces, set their passwords, and give out or erase the data of a person.',
  ),
  key: noun('key', 'Create, list and revoke API keys.'),
  sample: async () => (await import('./ops/cli/operation-command.ts')).operationCommand('sample'),
  import: async () => (await import('./ops/cli/import.ts')).importCommand(),
  product: noun('product', 'Create, update and delete products.'),
  brand: noun('brand', 'Rename and merge brands.'),
  category: noun('category', 'Rename and merge categories.'),
  customer: noun('customer', 'Delete customers.'),
  buyer: noun('buyer', 'Invite, disable and enable the buyers of customers.'),
  group: noun('group', 'Add, list, rename and remove price groups, and say which customers are in them.'),
  discount: noun('discount', 'Set and remove discounts of customers and price groups.'),
  'agreed-price': noun('agreed-price', 'Set and remove prices agreed with customers and price groups.'),
  'price-change': noun('price-change', 'Publish, schedule, cancel and discard price changes.'),
  order: noun('order', 'Place orders.'),
  quote: noun('quote', 'List, show, send and withdraw quotes.'),
  mail: noun('mail', 'Show what was mailed, or would be if SMTP_URL were set.'),
  backup: async () => (await import('./ops/cli/backup.ts')).backupCommand(),
  restore: async () => (await import('./ops/cli/restore.ts')).restoreCommand(),
  distribute: async () => (await import('./ops/cli/distribute.ts')).distributeCommand(),
  doctor: async () => (await import('./ops/cli/doctor.ts')).doctorCommand(),
}

// The cache is beside the packages: whoever can write there could change the code as well. A read-only installation has
// none.
enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/compiled', import.meta.url)))

process.on('uncaughtException', (error) => {
  report(error)
  process.exit(1)
})

const program = new Command('trade-catalogue')
  .version(packageJson.version)
  .description('A wholesale trade catalogue: products, what each customer pays for them, and why.')

try {
  const called = COMMANDS[process.argv[2] ?? '']
  for (const load of called ? [called] : Object.values(COMMANDS)) program.addCommand(await load())
  await program.parseAsync()
} catch (error) {
  report(error)
  process.exitCode = 1
}

/** The operations on a noun, as its subcommands. */
function noun(name: string, description: string) {
  return async () => (await import('./ops/cli/operation-command.ts')).nounCommand(name, description)
}

/** Errors that the operator can fix are one line. Others are bugs, and come with their stack. */
function report(error: unknown): void {
  if (error instanceof OperatorError || error instanceof DomainError) return console.error(error.message)
  const { type, message, code, stack } = describeError(error)
  console.error(`${type}: ${message}${code ? ` (${code})` : ''}\n${stack}`)
}
