import { passkeyNotice } from './people/passkeys/relying-party.ts'
import type { SamplePeople, SampleSignIn } from './ops/operations/sample-access.ts'

/** What the start knows of how to use the service. */
export type Start = {
  /** Where the service listens. */
  url: string
  /** Where its pages are. */
  site: string
  sampleKey: string | null
  people: SamplePeople
  setUpCode: string | null
}

/** What the start prints. */
export function announcement({ url, site, sampleKey, people: { staff, buyer }, setUpCode }: Start): string[] {
  const lines = [`Trade Catalogue is at ${url}`, `The API is described at ${url}/docs`]
  if (sampleKey) lines.push(`Try it: curl -H 'Authorization: Bearer ${sampleKey}' '${url}/api/v1/products?limit=3'`)
  if (staff) lines.push(`Staff: ${site}/w/${staff.slug} as ${signInOf(staff)}`)
  if (buyer) lines.push(`Buyer: ${site}/t/${buyer.slug} as ${signInOf(buyer)}`)
  if (setUpCode) lines.push(`Set up: ${site}/set-up?code=${setUpCode}`)
  const notice = passkeyNotice(site)
  if (notice) lines.push(notice)
  return lines
}

function signInOf({ email, password }: SampleSignIn): string {
  return `${email} with ${password === null ? 'the password that you chose' : `the password ${password}`}`
}
