import type { Context } from '../../context.ts'
import { Refused } from '../../errors.ts'

/** The domain of an e-mail address, in lower case. */
export function domainOf(email: string): string {
  return email.slice(email.lastIndexOf('@') + 1).toLowerCase()
}

/**
 * Throws Refused for an address whose people sign in to this deployment with their company's account alone: before
 * anything is said of an account with it.
 */
export function refuseOfCompany({ company }: Context, email: string): void {
  if (company?.provider?.domains.includes(domainOf(email))) throw useCompany(email)
}

/** Where people of the domain sign in instead. */
export function useCompany(email: string): Refused {
  return new Refused(
    'forbidden',
    `People of ${domainOf(email)} sign in here with their company’s account: choose that on the sign-in page.`,
  )
}
