/** One address, without a name beside it. */
export const EMAIL = /^[^\s@,;<>]+@[^\s@,;<>]+$/

/** Whether this is one address. Whether it can be written to, only writing to it would tell. */
export function isEmail(text: string): boolean {
  return EMAIL.test(text)
}
