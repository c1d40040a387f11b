import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { StrictMode } from 'react'
import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import type { Root } from 'react-dom/client'
import { leaveWhenOver } from './browser-store.ts'
import { CHOICES, cssVariables, theme } from './theme.ts'
import { Toasts } from './toasts.tsx'

let root: Root

/** Puts an application on the page. */
export function render(queryClient: QueryClient, application: ReactNode): void {
  // For the style element that keeps the page behind a dialog from scrolling.
  Object.assign(globalThis, { __webpack_nonce__: styleNonce() })
  keepFocus()
  leaveWhenOver()
  root = createRoot(document.getElementById('root')!)
  show(
    <QueryClientProvider client={queryClient}>
      {application}
      <Toasts />
      <section id={CHOICES} aria-label="Choices" />
    </QueryClientProvider>,
  )
}

/** Puts something in the place of all that is on the page. Its colours follow the system until a person chooses. */
export function show(content: ReactNode): void {
  root.render(
    <StrictMode>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariables}
        defaultColorScheme="auto"
        getStyleNonce={styleNonce}
      >
        {content}
      </MantineProvider>
    </StrictMode>,
  )
}

/** The nonce of this page's policy, without which the browser refuses style elements. */
function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''
}

/** What has the focus. `rows` are those beside its own, in the order in which they take its place. */
type Place = { element: HTMLElement; rows: Element[]; opener: Place | null }

/** Milliseconds in which others may move the focus first: a dialog that closes, a page that opens. */
const OTHERS_FIRST = 60

/**
 * Keeps the place of the keyboard. Browsers drop the focus when what has it is taken away or disabled. Here it comes
 * back once that is enabled again; else it goes to the same control of the next row, or to the heading of the page.
 */
function keepFocus(): void {
  let place: Place | null = null
  let timer: ReturnType<typeof setTimeout> | undefined

  addEventListener('focusin', ({ target }) => {
    if (target instanceof HTMLElement && target !== place?.element) place = placeOf(target, place)
  })
  addEventListener('focusout', ({ target }) => {
    // Whoever clicks beside everything means to leave it. Only afterwards it shows why it lost the focus.
    setTimeout(() => {
      if (isLost() && target === place?.element && place.element.isConnected && !isDisabled(place.element)) place = null
    })
  })
  const look = () => {
    timer = undefined
    if (place && isLost()) giveFocus(place)
  }
  const changes = new MutationObserver(() => {
    if (place && isLost()) timer ??= setTimeout(look, OTHERS_FIRST)
  })
  changes.observe(document, { childList: true, subtree: true, attributeFilter: ['disabled'] })
}

function placeOf(element: HTMLElement, before: Place | null): Place {
  const row = element.closest('li, tr')
  const rows = [row?.nextElementSibling, row?.previousElementSibling].filter((one) => one != null)
  const dialog = element.closest('[role=dialog]')
  const isSame = before !== null && before.element.closest('[role=dialog]') === dialog
  return { element, rows, opener: dialog === null ? null : isSame ? before.opener : before }
}

function isLost(): boolean {
  return document.activeElement === null || document.activeElement === document.body
}

function isDisabled(element: HTMLElement): boolean {
  return element.matches(':disabled')
}

function giveFocus(lost: Place): void {
  for (let place: Place | null = lost; place; place = place.opener) {
    const { element, rows } = place
    // It is busy, and has the focus again afterwards.
    if (element.isConnected && isDisabled(element)) return
    for (const one of [element, ...rows.map((row) => sameControl(row, element))]) {
      one?.focus({ preventScroll: true })
      if (!isLost()) return
    }
  }
  document.querySelector('h1')?.focus({ preventScroll: true })
}

/** The control of a row that is named as the other one is, else its last one. */
function sameControl(row: Element, { textContent }: HTMLElement): HTMLElement | undefined {
  const controls = [...row.querySelectorAll<HTMLElement>(':is(button, input):enabled, a[href]')]
  return controls.find((control) => control.textContent === textContent && textContent !== '') ?? controls.at(-1)
}
