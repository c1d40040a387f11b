import { afterAll, beforeAll } from 'vitest'
import type { CompanySignIn } from '../../server/src/context.ts'
import { CLIENT, startIdentityProvider } from '../given/identity-provider.ts'
import type { IdentityProvider } from '../given/identity-provider.ts'

/** A real identity provider while the tests of a file run: that of the deployment, and of whoever names it. */
export function useCompany(): { company: CompanySignIn; idp: () => IdentityProvider } {
  let idp: IdentityProvider
  const company: CompanySignIn = { provider: undefined, fetch: (url, options) => idp.fetch(url, options) }
  beforeAll(async () => {
    idp = await startIdentityProvider()
    company.provider = { ...CLIENT, issuer: idp.issuer, domains: [] }
  })
  afterAll(() => idp.close())
  return { company, idp: () => idp }
}
