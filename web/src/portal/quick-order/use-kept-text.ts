import { useState } from 'react'

/** A text that this tab keeps when the page is left or loaded anew, as on a phone that lost its connection. */
export function useKeptText(name: string): [text: string, change: (text: string) => void] {
  const [text, setText] = useState(() => sessionStorage.getItem(name) ?? '')
  const change = (next: string) => {
    setText(next)
    try {
      sessionStorage.setItem(name, next)
    } catch {
      // There is no room: the text stays on the page only.
    }
  }
  return [text, change]
}
