import { useEffect } from 'react'

/** The types that the service takes. */
export const IMAGE_TYPES = 'image/jpeg,image/png,image/webp,image/avif,image/gif'

/** The files among what was dropped or pasted. */
export function filesOf(transfer: DataTransfer | null): File[] {
  return [...(transfer?.files ?? [])]
}

/**
 * Calls `onFiles` with the files that are pasted anywhere on the page, unless `onFiles` is null. Text goes where it always
 * goes.
 */
export function usePastedFiles(onFiles: ((files: File[]) => void) | null): void {
  useEffect(() => {
    if (!onFiles) return
    const paste = (event: ClipboardEvent) => {
      const files = filesOf(event.clipboardData)
      if (files.length === 0) return
      event.preventDefault()
      onFiles(files)
    }
    document.addEventListener('paste', paste)
    return () => document.removeEventListener('paste', paste)
  }, [onFiles])
}
