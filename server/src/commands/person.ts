import { text } from 'node:stream/consumers'
import { Command } from 'commander'
import { readConfig } from '../config.ts'
import { operate } from '../operations.ts'
import type { OperationInput } from '../operations.ts'
import { printResult, table } from './print.ts'

type Role = OperationInput<'person role'>['role']

export function personCommand(): Command {
  const person = new Command('person').description(
    'Add and remove the staff of workspaces, set their passwords, and remove their passkeys.',
  )

  person
    .command('add')
    .description('Add a member of the staff. Without a password, this prints a link to join, and mails it.')
    .requiredOption('--workspace <id>', 'id of the workspace')
    .requiredOption('--email <email>', 'e-mail address')
    .requiredOption('--name <name>', 'name of the person')
    .requiredOption('--role <role>', 'owner or staff')
    .option('--password-stdin', 'read the password from standard input')
    .option('--json', 'print one JSON object')
    .action(async ({ json, workspace: workspaceId, passwordStdin, ...input }) => {
      const password = passwordStdin ? { password: await passwordFromStdin() } : {}
      const result = await operate(readConfig(), 'person add', { workspaceId, ...input, ...password })
      const done = result.link === null ? `Added ${result.email}.` : [`Invited ${result.email}. To join:`, result.link]
      printResult(json, result, done)
    })

  person
    .command('list')
    .description('List the staff of a workspace, and its open invitations.')
    .requiredOption('--workspace <id>', 'id of the workspace')
    .option('--json', 'print one JSON object')
    .action(async ({ json, workspace: workspaceId }) => {
      const result = await operate(readConfig(), 'person list', { workspaceId })
      const rows = [
        ...result.members.map(({ id, name, email, role }) => [id, name, email, role]),
        ...result.invitations.map(({ id, email, role }) => [id, '(invited)', email, role]),
      ]
      printResult(json, result, table(['ID', 'NAME', 'E-MAIL', 'ROLE'], rows))
    })

  person
    .command('role')
    .description('Change the role of a member.')
    .argument('<person>', 'id or e-mail')
    .argument('<role>', 'owner or staff')
    .requiredOption('--workspace <id>', 'id of the workspace')
    .option('--json', 'print one JSON object')
    .action(async (who: string, role: Role, { json, workspace: workspaceId }) => {
      const result = await operate(readConfig(), 'person role', { workspaceId, person: who, role })
      printResult(json, result, `${who} now has the role ${result.role}.`)
    })

  person
    .command('remove')
    .description('Remove a member, and end all their sessions.')
    .argument('<person>', 'id or e-mail')
    .requiredOption('--workspace <id>', 'id of the workspace')
    .option('--json', 'print one JSON object')
    .action(async (who: string, { json, workspace: workspaceId }) => {
      const result = await operate(readConfig(), 'person remove', { workspaceId, person: who })
      printResult(json, result, `Removed ${who}.`)
    })

  person
    .command('password')
    .description('Set the password of a person, read from standard input, and end all their sessions.')
    .argument('<email>', 'e-mail address')
    .option('--password-stdin', 'read the password from standard input; the only way')
    .option('--json', 'print one JSON object')
    .action(async (email: string, { json }) => {
      const password = await passwordFromStdin()
      const result = await operate(readConfig(), 'person password', { email, password })
      printResult(json, result, `Set the password of ${email}, and ended all sessions.`)
    })

  person
    .command('remove-passkeys')
    .description('Remove all passkeys of a person who has lost them, and end all their sessions.')
    .argument('<email>', 'e-mail address')
    .option('--json', 'print one JSON object')
    .action(async (email: string, { json }) => {
      const result = await operate(readConfig(), 'person remove-passkeys', { email })
      printResult(json, result, `Removed ${result.removed} passkeys of ${email}, and ended all sessions.`)
    })

  return person
}

/** What a shell pipes in ends with a line end, which is not part of the password. */
async function passwordFromStdin(): Promise<string> {
  return (await text(process.stdin)).replace(/\r?\n$/, '')
}
