import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { StrictMode } from 'react'
import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import type { Root } from 'react-dom/client'
import { keepFocus } from './keep-focus.ts'
import { leaveWhenOver } from './kept.ts'
import { CHOICES, cssVariables, theme } from './theme.ts'
import { Toasts } from './undo.tsx'

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
