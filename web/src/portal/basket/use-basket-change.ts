import { useEffect, useRef } from 'react'
import { Trouble } from '../../shared/api.ts'
import { useSubmit } from '../../shared/form.tsx'

/** Of each part of the page: begins the change that it waits with, if any, and resolves to whether it is done. */
const changes = new Set<() => Promise<boolean> | undefined>()

let last: Promise<unknown> = Promise.resolve()

/**
 * A change of the basket. Changes run one after the other, so that the answer to the last one has them all.
 * `isWaiting`: something is typed and not saved yet. `submit` resolves to whether it is done.
 */
export function useBasketChange(act: () => Promise<unknown>, isWaiting = false) {
  const { submit: begin, ...submitting } = useSubmit(() => {
    const done = last.then(act)
    last = done.catch(() => {})
    return done
  })
  const running = useRef<Promise<boolean>>(undefined)
  const submit = () => (running.current ??= begin().finally(() => (running.current = undefined)))
  const join = useRef<() => Promise<boolean> | undefined>(undefined)
  useEffect(() => {
    join.current = () => running.current ?? (isWaiting ? submit() : undefined)
  })
  useEffect(() => {
    const joined = () => join.current?.()
    changes.add(joined)
    return () => void changes.delete(joined)
  }, [])
  return { ...submitting, submit }
}

/** Saves what is typed; null is what is saved already. What is typed while a save is on its way is saved after it. */
export function useBasketSave(typed: string | null, save: (typed: string) => Promise<unknown>) {
  const latest = useRef(typed)
  useEffect(() => {
    latest.current = typed
  })
  return useBasketChange(async () => {
    let saved: string | null = null
    while (latest.current !== null && latest.current !== saved) {
      saved = latest.current
      await save(saved)
    }
  }, typed !== null)
}

/** Saves all that is typed into the basket. Throws where something of it cannot be saved. */
export async function saveBasketChanges(): Promise<void> {
  const done = await Promise.all([...changes].map((join) => join()))
  if (done.includes(false)) throw new Trouble('Something in the basket is not saved yet: first correct what is marked.')
}
