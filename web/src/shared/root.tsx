import { MantineProvider, createTheme } from '@mantine/core'
import type { CSSVariablesResolver } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { StrictMode } from 'react'
import type { ReactNode, SyntheticEvent } from 'react'
import { createRoot } from 'react-dom/client'
import type { Root } from 'react-dom/client'
import { leaveWhenOver } from './browser-store.ts'
import { Toasts } from './undo.tsx'

/** A floating part stays within the landmark that it belongs to. */
const WITHIN_LANDMARK = { withinPortal: false, floatingStrategy: 'fixed' } as const

/** The landmark in which the choices of fields appear, outside of dialogs that would cut them off. */
const CHOICES = 'choices'

/** What is typed into a field to choose from takes the place of what was chosen. */
const selectText = ({ currentTarget }: SyntheticEvent<HTMLInputElement>) => {
  if (!currentTarget.readOnly) currentTarget.select()
}

const LIST = {
  // The list itself scrolls. A box between it and its options would have to be focusable, and must not be.
  withScrollArea: false,
  styles: { options: { maxHeight: 220, overflowY: 'auto' } },
  // Else the list is named by the label too, also while it is hidden: one label, one field.
  labelProps: { id: undefined },
} as const

/** Two sizes of text, and one of the headings within a page. */
const BODY = '0.875rem'
const SMALL = '0.8125rem'
const SECTION = { fontSize: '1rem', lineHeight: '1.5' }

/** The look of all applications. What differs from Mantine's defaults is for contrast: WCAG 2.2 AA in both schemes. */
const theme = createTheme({
  primaryColor: 'indigo',
  primaryShade: 8,
  autoContrast: true,
  luminanceThreshold: 0.18,
  defaultRadius: 'sm',
  cursorType: 'pointer',
  respectReducedMotion: true,
  fontSizes: { xs: SMALL, sm: BODY, md: BODY, lg: '1rem', xl: '1.25rem' },
  spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.5rem', xl: '2rem' },
  headings: {
    fontWeight: '600',
    sizes: { h1: { fontSize: '1.375rem', lineHeight: '1.3' }, h2: SECTION, h3: SECTION, h4: SECTION, h5: SECTION },
  },
  components: {
    // The one way to show a state.
    Badge: { defaultProps: { tt: 'none', miw: 'max-content', variant: 'light', size: 'sm', radius: 'sm' } },
    Combobox: { defaultProps: { portalProps: { target: `#${CHOICES}` } } },
    ComboboxOptions: { defaultProps: { 'aria-label': 'Choices' } },
    // global.css draws the required mark.
    InputWrapper: { defaultProps: { withAsterisk: false } },
    // Enter takes the first that matches, and does not send the form.
    Select: { defaultProps: { ...LIST, onFocus: selectText, onClick: selectText, selectFirstOptionOnChange: true } },
    Autocomplete: { defaultProps: LIST },
    CloseButton: { defaultProps: { 'aria-label': 'Close' } },
    Modal: { defaultProps: { closeButtonProps: { 'aria-label': 'Close' }, returnFocus: true, centered: true } },
    Drawer: { defaultProps: { closeButtonProps: { 'aria-label': 'Close' } } },
    // Else axe takes a dialog's header for a second one of the page.
    ModalHeader: { defaultProps: { role: 'presentation' } },
    DrawerHeader: { defaultProps: { role: 'presentation' } },
    // The placeholder is no menu item, which axe forbids within a menu; without it, the first item gets the focus.
    Menu: {
      defaultProps: { withInitialFocusPlaceholder: false, returnFocus: true, ...WITHIN_LANDMARK },
      styles: { dropdown: { minWidth: '10rem' } },
    },
    Table: { classNames: { table: 'table' } },
    Tooltip: { defaultProps: { multiline: true, maw: 320, openDelay: 200, ...WITHIN_LANDMARK } },
  },
})

const COLORS = [
  'gray',
  'red',
  'pink',
  'grape',
  'violet',
  'indigo',
  'blue',
  'cyan',
  'teal',
  'green',
  'lime',
  'yellow',
  'orange',
]

/** Texts on tinted grounds: dark enough in the light scheme, light enough in the dark one. */
function lightVariantTexts(shade: number): Record<string, string> {
  return Object.fromEntries(
    COLORS.map((color) => [`--mantine-color-${color}-light-color`, `var(--mantine-color-${color}-${shade})`]),
  )
}

const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-default-border': 'var(--line)',
    '--mantine-color-dimmed': 'var(--mantine-color-gray-7)',
    '--mantine-color-placeholder': 'var(--mantine-color-gray-7)',
    '--mantine-color-error': 'var(--mantine-color-red-9)',
    '--mantine-color-anchor': 'var(--mantine-color-indigo-8)',
    ...lightVariantTexts(9),
    '--mantine-color-red-light-color': '#a51d1d',
    '--mantine-color-yellow-light-color': '#7a4d00',
    '--mantine-color-orange-light-color': '#9c3600',
    '--mantine-color-lime-light-color': '#3f6212',
    '--mantine-color-green-light-color': '#1e6b2c',
    '--mantine-color-teal-light-color': '#066649',
    '--mantine-color-cyan-light-color': '#0a5c6e',
  },
  dark: {
    '--mantine-color-default-border': 'var(--line)',
    '--mantine-color-dimmed': 'var(--mantine-color-dark-1)',
    '--mantine-color-placeholder': 'var(--mantine-color-dark-1)',
    '--mantine-color-error': 'var(--mantine-color-red-4)',
    '--mantine-color-anchor': 'var(--mantine-color-indigo-3)',
    ...lightVariantTexts(2),
  },
})

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
