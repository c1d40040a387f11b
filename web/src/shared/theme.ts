import { createTheme } from '@mantine/core'
import type { CSSVariablesResolver } from '@mantine/core'
import type { SyntheticEvent } from 'react'

/** A floating part stays within the landmark that it belongs to. */
const WITHIN_LANDMARK = { withinPortal: false, floatingStrategy: 'fixed' } as const

/** The landmark in which the choices of fields appear, outside of dialogs that would cut them off. */
export const CHOICES = 'choices'

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
export const theme = createTheme({
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
    // Choices are wider than a narrow field, and stay within the screen.
    Combobox: { defaultProps: { portalProps: { target: `#${CHOICES}` }, middlewares: { shift: { mainAxis: true } } } },
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

export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-default-border': 'var(--line)',
    '--mantine-color-dimmed': 'var(--mantine-color-gray-7)',
    '--mantine-color-placeholder': 'var(--mantine-color-gray-7)',
    '--mantine-color-error': 'var(--mantine-color-red-9)',
    '--mantine-color-anchor': 'var(--mantine-color-indigo-8)',
    ...lightVariantTexts(9),
    // Darker, its text would have too little contrast.
    '--mantine-color-indigo-light-hover': 'var(--mantine-color-indigo-light)',
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
