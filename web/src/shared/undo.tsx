import { Button, CloseButton, Group, Paper, Text } from '@mantine/core'
import { useLayoutEffect, useRef } from 'react'
import { errorText } from './api.ts'
import { dismiss, notify, notifyMeanwhile, useToasts } from './toasts.ts'
import styles from './undo.module.css'

/** Milliseconds after which it is said that an undo is in progress. */
const LONG = 1_000

/**
 * Says what was done, and offers to undo it.
 * @param undo takes it back; the message that it resolves to is shown, else "Undone."
 */
export function notifyWithUndo(message: string, undo: () => Promise<string | void>): void {
  const run = async () => {
    let dismissWait: (() => void) | undefined
    const wait = setTimeout(() => (dismissWait = notifyMeanwhile('Undoing …')), LONG)
    await undo().then((done) => notify(done ?? 'Undone.'), notifyFailure)
    clearTimeout(wait)
    dismissWait?.()
  }
  notify(message, { action: { label: 'Undo', run: () => void run() } })
}

/** Says what an act failed with. */
export function notifyFailure(error: unknown): void {
  notify(errorText(error), { failed: true })
}

/** The place where messages appear. It is on the page from the start, so that screen readers read what comes. */
export function Toasts() {
  const toasts = useToasts()
  const place = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (toasts.length > 0) keepInSight(place.current!)
  }, [toasts])
  return (
    <div ref={place} className={`${styles.place} no-print`} role="status" aria-label="Messages">
      {toasts.map(({ id, message, failed, action }) => (
        <Paper key={id} className={styles.toast} withBorder shadow="md" p="sm" data-failed={failed || undefined}>
          <Group wrap="nowrap" justify="space-between">
            <Text size="sm">{message}</Text>
            <Group wrap="nowrap" gap={4}>
              {action && (
                <Button
                  size="compact-sm"
                  variant="default"
                  onClick={() => {
                    dismiss(id)
                    action.run()
                  }}
                >
                  {action.label}
                </Button>
              )}
              <CloseButton aria-label="Close message" onClick={() => dismiss(id)} />
            </Group>
          </Group>
        </Paper>
      ))}
    </div>
  )
}

/** What was used last: a button that is busy has lost the focus. */
let used: Element | null = null
for (const event of ['focusin', 'pointerdown']) {
  document.addEventListener(event, ({ target }) => (used = target as Element))
}

/** What was used last is not under the messages: the page scrolls as far as they cover it. */
function keepInSight(place: HTMLElement): void {
  if (!used?.isConnected || place.contains(used)) return
  const [{ top, left }, { bottom, right }] = [place, used].map((element) => element.getBoundingClientRect()) as [
    DOMRect,
    DOMRect,
  ]
  if (bottom > top && right > left) window.scrollBy({ top: bottom - top + 8 })
}
