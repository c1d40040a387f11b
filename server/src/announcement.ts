import type { SampleStaff } from './operator/sample-staff.ts'

/** What the start knows of how to use the service. */
export type Start = {
  /** Where the service listens. */
  url: string
  /** Where its pages are. */
  site: string
  sampleKey: string | null
  staff: SampleStaff | null
  setUpCode: string | null
}

/** What the start prints. */
export function announcement({ url, site, sampleKey, staff, setUpCode }: Start): string[] {
  const lines = [`Trade Catalogue is at ${url}`, `The API is described at ${url}/docs`]
  if (sampleKey) lines.push(`Try it: curl -H 'Authorization: Bearer ${sampleKey}' '${url}/api/v1/products?limit=3'`)
  if (staff) {
    const password = staff.password === null ? 'the password that you chose' : `the password ${staff.password}`
    lines.push(`Staff: ${site}/w/${staff.slug} as ${staff.email} with ${password}`)
  }
  if (setUpCode) lines.push(`Set up: ${site}/set-up?code=${setUpCode}`)
  return lines
}
