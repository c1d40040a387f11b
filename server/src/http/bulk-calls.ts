import pLimit from 'p-limit'

/**
 * Runs a call that writes many rows, when its turn comes. A process works on two of them at a time, which keeps a
 * database busy on two processors; were it more, the reads in between would wait for all of them.
 */
export const inTurn = pLimit(2)
