import { ActionIcon, CloseButton, TextInput, VisuallyHidden } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useLocation, useNavigate, useRouter } from '@tanstack/react-router'
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { useIsPhone } from '../../shared/use-is-phone.ts'
import { usePortal } from '../portal-context.tsx'
import { Found, foundQuery } from './found.tsx'
import type { Entry } from './found.tsx'
import styles from './search.module.css'

/** In the address while a phone shows the search: Back closes it. */
const HASH = 'search'

/** Finds products and orders from every page: in the header, on a phone over the page. */
export function Search() {
  const isPhone = useIsPhone()
  const navigate = useNavigate()
  const isOver = useLocation({ select: ({ hash }) => hash === HASH })
  if (!isPhone) return <SearchField />
  return (
    <>
      <ActionIcon
        variant="default"
        size="lg"
        aria-label="Search"
        aria-haspopup="dialog"
        onClick={() => void navigate({ to: '.', search: true, hash: HASH, resetScroll: false })}
      >
        <IconSearch size={18} />
      </ActionIcon>
      {isOver && <SearchOver />}
    </>
  )
}

function SearchOver() {
  const { history } = useRouter()
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const shown = dialog.current!
    shown.showModal()
    // Gives the focus back.
    return () => shown.close()
  }, [])
  const close = () => history.back()
  return (
    <dialog
      ref={dialog}
      aria-label="Search"
      className={styles.over}
      onCancel={(event) => {
        event.preventDefault()
        close()
      }}
    >
      <SearchField onClose={close} />
    </dialog>
  )
}

/** The field and what it finds. Arrow keys mark an entry, Enter opens it. `onClose`: it stands over the page. */
function SearchField({ onClose }: { onClose?: () => void }) {
  const { slug } = usePortal()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const [marked, setMarked] = useState(-1)
  const [hasFocus, setHasFocus] = useState(false)
  const q = typed.trim()
  const [asked] = useDebouncedValue(q, 150)
  const { data } = useQuery({
    ...foundQuery(slug, asked),
    enabled: asked !== '' && hasFocus,
    placeholderData: keepPreviousData,
  })
  const isShown = data !== undefined && q !== '' && (hasFocus || onClose !== undefined)
  const entries = isShown ? data : []
  // The last is the way to all results.
  const options = entries.some((entry) => 'product' in entry) ? entries.length + 1 : entries.length
  const at = Math.min(marked, options - 1)
  useEffect(() => void document.getElementById(`${id}-${at}`)?.scrollIntoView({ block: 'nearest' }), [id, at])

  /** Without an entry: all results. */
  const open = (entry?: Entry) => {
    setTyped('')
    // The new page then takes the focus.
    field.current!.blur()
    const replace = onClose !== undefined
    if (entry) void navigate({ to: entry.to, params: { slug, id: entry.id }, replace })
    else void navigate({ to: '/t/$slug', params: { slug }, search: { q }, replace })
  }
  /** What has exactly the typed SKU or number is meant, also where it is not shown yet. */
  const openTyped = async () => {
    const found = await queryClient.fetchQuery({ ...foundQuery(slug, q), networkMode: 'always' }).catch(() => [])
    const exact = found.filter(({ codes }) => codes.some((code) => code?.toLowerCase() === q.toLowerCase()))
    open(exact.length === 1 ? exact[0] : undefined)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') setMarked((at + 1) % Math.max(1, options))
    else if (event.key === 'ArrowUp') setMarked((at < 1 ? options : at) - 1)
    else if (event.key === 'Enter') {
      if (at >= 0) open(entries[at])
      else if (q !== '') void openTyped()
    } else if (event.key !== 'Escape') return
    else if (onClose) onClose()
    else setTyped('')
    event.preventDefault()
  }

  return (
    <div className={styles.search} role="search">
      <TextInput
        ref={field}
        type="search"
        aria-label="Search"
        placeholder="Search products and orders"
        leftSection={<IconSearch size={16} aria-hidden />}
        rightSection={onClose && <CloseButton aria-label="Close" onClick={onClose} />}
        aria-autocomplete="list"
        aria-controls={isShown ? `${id}-list` : undefined}
        aria-activedescendant={at >= 0 ? `${id}-${at}` : undefined}
        autoComplete="off"
        value={typed}
        maxLength={200}
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          setMarked(-1)
        }}
        onFocus={() => setHasFocus(true)}
        onBlur={() => setHasFocus(false)}
        onKeyDown={onKeyDown}
      />
      {isShown && <Found id={id} q={q} entries={entries} marked={at} onMark={setMarked} onOpen={open} />}
      <VisuallyHidden role="status">{isShown && `${entries.length} found.`}</VisuallyHidden>
    </div>
  )
}
