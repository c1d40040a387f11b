import type { Config } from '../../../config.ts'
import { greetSmtp } from '../../../mail/smtp.ts'
import { ok, problem, warning } from '../finding.ts'
import type { Finding } from '../finding.ts'

/** Checks that the mail server answers and lets the service in. Nothing is sent. */
export async function checkMail({ smtp }: Pick<Config, 'smtp'>): Promise<Finding> {
  const check = 'mail'
  if (!smtp) {
    const advice = 'Set SMTP_URL and MAIL_FROM. Until then, whoever invites somebody passes the link on.'
    return warning(check, 'No mail is sent: SMTP_URL is not set.', advice)
  }
  const { host } = new URL(smtp.url)
  try {
    await greetSmtp(smtp)
    return ok(check, `${host} takes mail from ${smtp.from.address}.`)
  } catch (error) {
    const advice = 'Check the host, port, user and password in SMTP_URL. Mail waits meanwhile.'
    return problem(check, `${host} does not take mail: ${(error as Error).message}.`, advice)
  }
}
