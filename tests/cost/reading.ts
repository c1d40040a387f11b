import { connect } from 'node:net'
import { text } from 'node:stream/consumers'

/** What a server process has cost since it was asked to begin anew. */
export type Reading = {
  /** The longest time for which the event loop stood still, in milliseconds of the processor. */
  stallMs: number
  /** By how much memory grew at most, in bytes, garbage included; undefined where the system cannot tell. */
  memoryBytes: number | undefined
  /** Statements that name the workspace, the rows that they returned, and those that they wrote. */
  statements: number
  rowsRead: number
  rowsWritten: number
  /** How often a price change was assessed as a whole. */
  assessments: number
}

export type Question = { ask: 'read' } | { ask: 'yardstick' } | { ask: 'begin'; workspaceId: string }

/** Asks the probe in a server process, which answers when its event loop is free. */
export class Probe {
  readonly #path: string

  constructor(path: string) {
    this.#path = path
  }

  /** Counts from now on what is done in this workspace. */
  async begin(workspaceId: string): Promise<void> {
    await this.#ask({ ask: 'begin', workspaceId })
  }

  read(): Promise<Reading> {
    return this.#ask({ ask: 'read' })
  }

  /** Milliseconds of the processor that a fixed piece of work takes now. */
  yardstick(): Promise<number> {
    return this.#ask({ ask: 'yardstick' })
  }

  async #ask<T>(question: Question): Promise<T> {
    const socket = connect(this.#path)
    socket.write(`${JSON.stringify(question)}\n`)
    return JSON.parse(await text(socket)) as T
  }
}
