import { MantineThemeProvider, getPrimaryContrastColor, mergeMantineTheme, useMantineTheme } from '@mantine/core'
import { useLayoutEffect, useMemo } from 'react'
import type { ReactNode } from 'react'

const PARTS = ['filled', 'filled-hover', 'light', 'light-hover', 'light-color']

/** Gives a page the wholesaler's colour. */
export function Coloured({ colour, children }: { colour: string; children: ReactNode }) {
  const outer = useMantineTheme()
  const theme = useMemo(() => mergeMantineTheme(outer, { primaryColor: colour }), [outer, colour])
  // The theme alone would choose the texts for this colour, and leave the grounds as they are.
  useLayoutEffect(() => {
    const { style } = document.documentElement
    for (const part of PARTS) {
      style.setProperty(`--mantine-primary-color-${part}`, `var(--mantine-color-${colour}-${part})`)
    }
    style.setProperty('--mantine-primary-color-contrast', getPrimaryContrastColor(theme, 'light'))
  }, [colour, theme])
  return <MantineThemeProvider theme={theme}>{children}</MantineThemeProvider>
}
