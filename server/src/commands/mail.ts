import { Command } from 'commander'
import { readConfig } from '../config.ts'
import { operate } from '../operations.ts'
import { printResult, table } from './print.ts'

export function mailCommand(): Command {
  const mail = new Command('mail').description('Show what was mailed, or would be if SMTP_URL were set.')

  mail
    .command('list')
    .description('List the mails of the last 30 days, newest first.')
    .option('--json', 'print one JSON object')
    .action(async ({ json }) => {
      const mails = await operate(readConfig(), 'mail list', {})
      const rows = mails.map(({ id, at, status, to, subject }) => [id, at, status, to, subject])
      printResult(json, { mails }, table(['ID', 'AT', 'STATUS', 'TO', 'SUBJECT'], rows))
    })

  mail
    .command('show')
    .description('Show one mail. The link in it is no longer whole once it is sent.')
    .argument('<id>', 'id of the mail')
    .option('--json', 'print one JSON object')
    .action(async (id: string, { json }) => {
      const found = await operate(readConfig(), 'mail show', { id })
      printResult(json, found, [
        `To: ${found.to}`,
        `Subject: ${found.subject}`,
        `Status: ${found.status}`,
        '',
        found.text,
      ])
    })

  return mail
}
