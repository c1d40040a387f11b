import { useEffect } from 'react'

/** The types that the service takes. */
export const IMAGE_TYPES = 'image/jpeg,image/png,image/webp,image/avif,image/gif'

/** The first file among those that were dropped or pasted. */
export function fileOf(transfer: DataTransfer | null): File | null {
  return transfer?.files[0] ?? null
}

/**
 * Calls `onFile` with a file that is pasted anywhere on the page, unless `onFile` is null. Text goes where it always
 * goes.
 */
export function usePastedFile(onFile: ((file: File) => void) | null): void {
  useEffect(() => {
    if (!onFile) return
    const paste = (event: ClipboardEvent) => {
      const file = fileOf(event.clipboardData)
      if (!file) return
      event.preventDefault()
      onFile(file)
    }
    document.addEventListener('paste', paste)
    return () => document.removeEventListener('paste', paste)
  }, [onFile])
}
