/** What was done, and that open invitations went with it. */
export function withTakenBack(done: string, emails: readonly string[]): string {
  if (emails.length === 0) return done
  return `${done} ${emails.length === 1 ? 'The invitation' : 'The invitations'} to ${emails.join(', ')} no longer ${emails.length === 1 ? 'works' : 'work'}.`
}
