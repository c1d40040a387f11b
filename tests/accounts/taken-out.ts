import type { Cut } from '../engines/take-out.ts'

const people = (file: string) => `server/src/people/${file}.ts`

/** What protects accounts, as the text that does it, and what stands there once it is taken out. */
export const TAKEN_OUT = {
  'a link is bound to the address that it was mailed to': [
    { file: people('account-links'), text: 'if (matchingKey(email) !== person.email_key) throw useless()', by: '' },
    { file: people('update-person'), text: 'await endAccess(trx, person.id, { device: visitor.device })', by: '' },
  ],
  'a new e-mail waits until it is proved': [
    {
      file: people('update-person'),
      text: 'await askForNewEmail(trx, person, email)',
      // An address that somebody else has is nobody's to take.
      by: `await trx.db.updateTable('person').set({ email, email_key: matchingKey(email), email_verified: false })
        .where('id', '=', person.id)
        .where(({ not, exists, selectFrom }) => not(exists(
          selectFrom('person as other').select('other.id').where('other.email_key', '=', matchingKey(email)))))
        .execute()`,
    },
  ],
  'a sign-in compares what it has checked with what is there now': [
    { file: people('sign-in'), text: 'if (!isUnchanged) throw wrongPassword()', by: '' },
  ],
  'strangers use up no links of others': [
    {
      file: people('account-links'),
      text: 'const known = await findPerson(context, email)',
      by: `if (await isPastLimit(context, [{ subject: email, limit: 5 }])) return void (await answerAt)
  const known = await findPerson(context, email)`,
    },
  ],
  'a known device counts apart': [
    { file: people('sign-in'), text: '(await isKnownDevice(context, person?.id, device))', by: 'false' },
  ],
  'the first proof of an address ends what was set up with it': [
    { file: people('credentials'), text: 'await replacePassword(trx, person, null)', by: '' },
  ],
  'a removal ends the sessions': [{ file: people('members'), text: 'await endSessions(trx, personId)', by: '' }],
  'a disabled buyer buys nothing': [{ file: people('session-lookup'), text: "u.status = 'active' and", by: '' }],
  'the first proof of an address ends the passkeys': [
    {
      file: people('credentials'),
      text: "await trx.db.deleteFrom('passkey').where('person_id', '=', person.id).execute()",
      by: '',
    },
  ],
  'a proof is fresh for 10 minutes': [
    { file: people('sign-in'), text: 'isWithin(provedAt, FRESH_MS, at)', by: 'true' },
  ],
  'the removal of a passkey ends the sessions that one proved': [
    { file: people('passkeys/passkeys'), text: 'await endSessionsOfPasskeys(trx, personId, sessionId)', by: '' },
  ],
  'a session of a workspace’s provider opens that workspace alone': [
    { file: people('session-lookup'), text: 'and (s.issued_by is null or workspace_id = s.issued_by)', by: '' },
  ],
  'a session of a workspace’s provider is not that of the account': [
    {
      file: 'server/src/http/auth/admit-by-session.ts',
      text: 'found?.issuedBy === null || request.routeOptions.config.anySession',
      by: 'true',
    },
  ],
  'a workspace’s provider signs in those who belong there': [
    {
      file: people('company/sign-in-by-company'),
      text: "if (!(await belongsTo(trx, workspaceId, person.id))) throw refusal('stranger')",
      by: '',
    },
  ],
  'the first proof of an address by a company ends what was set up with it': [
    {
      file: people('company/sign-in-by-company'),
      text: 'if (workspaceId === null) return proveEmail(trx, person)',
      by: 'if (workspaceId === null) return person',
    },
  ],
  'who has to comes in by the company alone': [
    {
      file: people('admit-session'),
      text: 'if (!proof.byCompany && workspace?.company_domains?.includes(domainOf(email))) throw useCompany(email)',
      by: '',
    },
  ],
  'nobody is erased who works there': [
    { file: people('erase-person'), text: 'await refuseMember(trx, personId)', by: '' },
  ],
  'the account goes with the last workspace that knows it': [
    {
      file: people('erase-person'),
      text: "await db.deleteFrom('person').where('id', '=', personId).execute()",
      by: '',
    },
  ],
  'the staff of a workspace needs passkeys': [
    { file: people('admit-session'), text: 'workspace?.staff_need_passkey && proof.passkeyAt === null', by: 'false' },
  ],
} satisfies Record<string, Cut[]>
