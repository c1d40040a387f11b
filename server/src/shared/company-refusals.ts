/** Why a sign-in with a company's account was refused, as the address of the sign-in page names it, and in words. */
export const COMPANY_REFUSALS = {
  failed: 'The sign-in with your company’s account did not succeed: try it again in a moment.',
  missing: 'There is no company’s account to sign in with here.',
  old: 'This sign-in was used already, or is too old: begin again.',
  stranger:
    'Nobody here has invited the e-mail address of your company’s account. If you have an account here with that address, sign in to it.',
  unverified: 'Your company’s account has no e-mail address that was checked: ask whoever runs it.',
}

export type CompanyRefusal = keyof typeof COMPANY_REFUSALS
