import { text } from 'node:stream/consumers'
import { Command, Option } from 'commander'
import { z } from 'zod'
import { readConfig } from '../../config.ts'
import { OPERATIONS, operate } from '../all-operations.ts'
import type { OperationName } from '../all-operations.ts'
import type { Operation } from '../operations/operation.ts'
import { printResult } from './print.ts'

/** What JSON Schema says of a field, with the flags of the command line. */
type Field = {
  flags?: string
  description?: string
  default?: unknown
  type?: string
  enum?: string[]
  items?: Field
  properties?: Record<string, Field>
  required?: string[]
}

const EITHER = new Intl.ListFormat('en-GB', { type: 'disjunction' })

/** The operations of a noun as its subcommands: `key` has `key create` and others. */
export function nounCommand(noun: string, description: string): Command {
  const command = new Command(noun).description(description)
  const names = Object.keys(OPERATIONS) as OperationName[]
  for (const name of names.filter((name) => name.startsWith(`${noun} `))) command.addCommand(operationCommand(name))
  return command
}

/** The command of an operation: options, arguments and help come from the schema of its input. */
export function operationCommand(name: OperationName): Command {
  const { description = '', input, print, json, fails }: Operation<any, any> = OPERATIONS[name]
  const command = new Command(name.split(' ').at(-1)).description(description)
  const read = addFields(command, z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as Field)
  return command.option('--json', 'print one JSON object').action(async () => {
    const given = (await read()) as never
    const result = await operate(readConfig(), name, given)
    printResult(command.opts()['json'], json?.(result) ?? result, print?.(result, given) ?? [])
    if (fails?.(result)) process.exitCode = 1
  })
}

/** Adds what is typed for the fields. Returns a function that reads their values once the command line is parsed. */
function addFields(command: Command, { properties = {}, required = [] }: Field): () => Promise<object> {
  const fields = Object.entries(properties).map(
    ([name, field]) => [name, addField(command, field, required.includes(name))] as const,
  )
  return async () => Object.fromEntries(await Promise.all(fields.map(async ([name, read]) => [name, await read()])))
}

function addField(command: Command, field: Field, required: boolean): () => unknown {
  const { flags = '', type, properties } = field
  if (properties) return addFields(command, field)
  if (!flags.startsWith('-')) {
    const position = command.registeredArguments.length
    command.argument(flags, helpOf(field))
    return () => command.processedArgs[position]
  }
  const option = new Option(flags, helpOf(field))
  command.addOption(option)
  const read = () => command.getOptionValue(option.attributeName())
  // A password that must be given is read in any case: typed as an option, others could see it.
  if (flags.endsWith('-stdin')) return () => (required || read() ? readStdin() : undefined)
  option.makeOptionMandatory(required)
  if (type === 'array') option.argParser((value, before: string[] = []) => [...before, value])
  return read
}

function helpOf({ description, default: preset, items, enum: words = items?.enum ?? [] }: Field): string {
  const repeatable = items ? '; repeatable' : ''
  const unlessGiven = preset === undefined ? '' : ` (default: ${JSON.stringify(preset)})`
  return `${description ?? EITHER.format(words)}${repeatable}${unlessGiven}`
}

/** What a shell pipes in ends with a line end, which is not part of the password. */
async function readStdin(): Promise<string> {
  return (await text(process.stdin)).replace(/\r?\n$/, '')
}
