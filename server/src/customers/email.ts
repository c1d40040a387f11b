/** Whether this is one address, without a name beside it. Whether it can be written to, only writing to it would tell. */
export function isEmail(text: string): boolean {
  return /^[^\s@,;<>]+@[^\s@,;<>]+$/.test(text)
}
