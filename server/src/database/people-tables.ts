import type { Generated, GeneratedAlways } from 'kysely'
import type { ListWithViews } from '../shared/limits.ts'
import type { Actor, InWorkspace, Json, MailStatus } from './column-values.ts'
import type { Role } from '../shared/rights.ts'

/** Who signs in, where they belong, which views of lists they keep, and what is sent to them. */
export type PeopleTables = {
  saved_view: InWorkspace & {
    list: ListWithViews
    person_id: string
    name: string
    name_key: string
    is_shared: boolean
    /** That of the list's address, without its "?". */
    query: string
    created_at: Date
  }
  person: {
    id: string
    name: string
    email: string
    email_key: string
    email_verified: boolean
    created_at: Date
    updated_at: Date
  }
  password: {
    person_id: string
    hash: string
    /** Whether the start of the service made it for the sample. */
    made_at_start: boolean
    updated_at: Date
  }
  session: {
    id: string
    person_id: string
    token_hash: string
    expires_at: Date
    created_at: Date
    /** The last use, accurate to an hour. */
    updated_at: Date
    /** Of the last use, accurate to an hour. */
    ip_address: string | null
    user_agent: string | null
    /** When the holder last gave a password or a passkey; null after a mere link by mail. */
    proved_at: Date | null
    /** When that was a passkey. */
    passkey_at: Date | null
    /** The workspace whose identity provider began it: it counts there alone. */
    issued_by: Generated<string | null>
    /** When it ends however much it is used. */
    ends_at: Generated<Date | null>
  }
  passkey: {
    id: string
    person_id: string
    credential_id: string
    /** A COSE key in base64url. */
    public_key: string
    counter: number
    transports: string[]
    name: string
    created_at: Date
    used_at: Date | null
  }
  passkey_challenge: {
    challenge_hash: string
    /** Null for a sign-in. */
    person_id: string | null
    purpose: 'add' | 'sign_in' | 'prove'
    expires_at: Date
  }
  account_link: {
    token_hash: string
    person_id: string
    /** `new_email` waits for its use; `call_off` takes back that the person got another e-mail. */
    purpose: 'sign_in' | 'reset' | 'new_email' | 'call_off'
    /** Where it was mailed. It proves this address and no other. */
    email: string
    expires_at: Date
  }
  company_sign_in: {
    state_hash: string
    /** The workspace whose provider is asked; null for that of the deployment. */
    issued_by: string | null
    issuer: string
    path: string
    nonce: string
    verifier: string
    expires_at: Date
  }
  known_device: { token_hash: string; person_id: string; created_at: Date; used_at: Date }
  attempt_window: { subject: string; started_at: Date; attempts: number }
  /** One row at most. */
  set_up_code: { id: 1; code_hash: string; created_at: Date }
  /** Where the pages of a workspace are: `/w/{slug}`. */
  workspace_address: { slug: string; workspace_id: string }
  member: {
    workspace_id: string
    person_id: string
    role: Role
    /** Whether the member is held to the customers whose contact they are. */
    only_own_customers: Generated<boolean>
    order_mails: Generated<boolean>
    created_at: Date
  }
  invitation: InWorkspace & {
    email: string
    email_key: string
    name: string | null
    /** For a member; null for a buyer. */
    role: Role | null
    only_own_customers: Generated<boolean>
    buyer_id: string | null
    token_hash: string
    /** Whether its link was only sent by mail. */
    proves_email: boolean
    invited_by: Json<Actor>
    created_at: Date
    expires_at: Date
    accepted_at: Date | null
    revoked_at: Date | null
  }
  mail: {
    id: string
    /** The order in which mails came in. */
    number: GeneratedAlways<string>
    /** Who causes it: `workspace {id}` or `person {id}`. */
    owner: string
    /** Whether somebody waits for the link in it. */
    urgent: boolean
    /** The round in which it is sent. */
    turn: number
    /** Where it goes, and was sent; for a mail to a person, the e-mail of the time when it was last tried. */
    recipient: string
    /** It goes to the e-mail that this person has when it is sent. Null where the address itself is meant. */
    person_id: string | null
    subject: string
    text: string
    html: string
    /** The digest of the image that `html` shows as `cid:logo`. */
    logo: string | null
    /** The order whose PDF is attached. */
    order_id: string | null
    quote_id: string | null
    /** The part of the texts that gives access; null once the mail is sent. */
    secret: string | null
    status: MailStatus
    attempts: number
    next_attempt_at: Date
    send_before: Date
    created_at: Date
    sent_at: Date | null
    last_error: string | null
  }
}
