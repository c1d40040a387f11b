/** Brings the first field with an error into sight, with the focus, where something was not done. */
export function showWrongField(isDone: boolean): void {
  if (isDone) return
  // After the error is drawn, and after the button that was busy has its focus back.
  setTimeout(() => {
    const field = document.querySelector<HTMLElement>('main [aria-invalid=true]')
    field?.scrollIntoView({ block: 'center' })
    field?.focus({ preventScroll: true })
  })
}
