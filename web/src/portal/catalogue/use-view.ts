import { useLocalStorage } from '@mantine/hooks'

export type View = 'list' | 'grid'

/** How the catalogue is shown. The browser keeps what was chosen. */
export function useView() {
  const [kept, setView] = useLocalStorage<View>({
    key: 'catalogue-view',
    defaultValue: 'list',
    getInitialValueInEffect: false,
  })
  return [kept === 'grid' ? 'grid' : 'list', setView] as const
}
