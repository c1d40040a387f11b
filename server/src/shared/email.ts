/** One address, without a name beside it. */
export const EMAIL = /^[^\s@,;<>]+@[^\s@,;<>]+$/

/** True if the text is one address. Only sending a message could tell if it exists. */
export function isEmail(text: string): boolean {
  return EMAIL.test(text)
}
