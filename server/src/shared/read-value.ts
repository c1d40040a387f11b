/** What a text says, or why it says nothing of the kind: words that follow the name of what was read. */
export type ReadValue<T> = { value: T; reason?: never } | { value?: never; reason: string }
