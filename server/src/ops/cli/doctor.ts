import { Command } from 'commander'
import { readConfig } from '../../config.ts'
import { counted } from '../../shared/counted.ts'
import { examine } from '../doctor/database.ts'
import type { Finding } from '../doctor/finding.ts'
import { examineSurroundings } from '../doctor/surroundings.ts'
import { printResult } from './print.ts'

const NOTES = `
The command changes nothing. The service may run or not. The configuration comes from the environment of this shell.

Exit code: 1 if there is a problem, else 0.`

export function doctorCommand(): Command {
  return new Command('doctor')
    .description('Check the configuration and the database, and give advice.')
    .option('--deploy', 'check what is around the service, too: clock, TLS, PUBLIC_URL, mail, disks, backups')
    .option('--json', 'print one JSON object')
    .addHelpText('after', NOTES)
    .action(async ({ deploy, json }) => {
      const config = readConfig()
      const findings = [...(await examine(config)), ...(deploy ? await examineSurroundings(config) : [])]
      const problems = findings.filter(({ status }) => status === 'problem').length
      const warnings = findings.filter(({ status }) => status === 'warning').length
      const lines = [
        ...findings.flatMap(findingLines),
        `${counted(problems, 'problem')}, ${counted(warnings, 'warning')}.`,
      ]
      printResult(json, { problems, warnings, findings }, lines)
      if (problems > 0) process.exitCode = 1
    })
}

function findingLines({ check, status, message, advice }: Finding): string[] {
  const line = `${status.padEnd(8)} ${check}: ${message}`
  return advice === undefined ? [line] : [line, `${' '.repeat(9)}→ ${advice}`]
}
