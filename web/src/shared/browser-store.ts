/** The database of what was opened in the trade portal, for times without a connection. */
export const STORE = 'trade-portal'
/** In each storage: whose all else in it is. All tabs look there before they write more. */
const PERSON = 'kept-for'
/** In the local storage, from when somebody signs out until the service has ended the session. */
const SIGNING_OUT = 'signing-out'
/** Says nothing about a person. */
const STAYS = new Set(['mantine-color-scheme-value', 'density', 'catalogue-view', SIGNING_OUT])

/** Who was signed in when this page was loaded, once it knows. */
let person: string | null = null

export function isStoredFor(personId: string): boolean {
  return localStorage.getItem(PERSON) === personId
}

/** Whether the person of this page has signed out, here or in another tab, or somebody else has signed in. */
function isOver(): boolean {
  return person !== null && !isStoredFor(person)
}

/** Call it once it is known who is signed in. What this browser and this tab have of anybody else is deleted. */
export function storeFor(personId: string): void {
  // The answer that tells it may have been on its way when the person signed out.
  if (isOver() || localStorage.getItem(SIGNING_OUT) !== null) return
  if (!isStoredFor(personId)) void forgetOpened()
  for (const storage of [localStorage, sessionStorage]) {
    if (storage.getItem(PERSON) === personId) continue
    clear(storage)
    storage.setItem(PERSON, personId)
  }
  person = personId
}

/** Deletes all that this browser has of a person who signs out. Then call `endSession`. */
export async function forgetPerson(): Promise<void> {
  localStorage.setItem(SIGNING_OUT, 'yes')
  clear(localStorage)
  clear(sessionStorage)
  await forgetOpened()
}

/** Deletes what was opened in the trade portal. A tab that still has it open closes it soon. */
export async function forgetOpened(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<unknown>()
  const deleting = indexedDB.deleteDatabase(STORE)
  Object.assign(deleting, { onsuccess: resolve, onerror: resolve, onblocked: resolve })
  await promise
}

let ending: Promise<void> | undefined

/** Ends the session of who has signed out, if the service does not know it yet. Throws where it cannot be reached. */
export async function endSession(): Promise<void> {
  if (localStorage.getItem(SIGNING_OUT) === null) return
  // Once: a late answer would take away the cookie of who signs in next.
  ending ??= tellService().finally(() => (ending = undefined))
  await ending
}

/** For before each call. If a session has to be ended, the page is loaded again: parts of it may have been fetched ahead. */
export async function endSessionFirst(): Promise<void> {
  if (localStorage.getItem(SIGNING_OUT) === null) return
  await endSession()
  location.reload()
  await new Promise(() => {})
}

async function tellService(): Promise<void> {
  const { ok } = await fetch('/app-api/account/sign-out', { method: 'POST' })
  if (!ok) throw new Error('The service did not end the session.')
  localStorage.removeItem(SIGNING_OUT)
}

/** Leaves this page once it is over, also where the browser brings it back as it was. */
export function leaveWhenOver(): void {
  for (const moment of ['storage', 'pageshow']) addEventListener(moment, leaveIfOver)
}

function leaveIfOver(): void {
  if (!isOver()) return
  clear(sessionStorage)
  // Not before the session has ended, if that is possible.
  void endSession()
    .catch(() => undefined)
    .then(() => location.reload())
}

function clear(storage: Storage): void {
  for (const name of Object.keys(storage)) if (!STAYS.has(name)) storage.removeItem(name)
}
