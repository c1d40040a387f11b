import { z } from 'zod'
import { examinePromises } from '../../promises/examine-promises.ts'
import type { Examination } from '../../promises/examine-promises.ts'
import { counted } from '../../rules/counted.ts'
import { moment, operation, workspaceId } from './operation.ts'

const input = z.object({
  workspaceId,
  at: moment(
    z.union(
      [z.iso.datetime({ offset: true }), z.iso.date()],
      'Must be a time such as 2027-01-05T00:00:00Z, or a date.',
    ),
  )
    .optional()
    .meta({
      flags: '--at <time>',
      description: 'time of the prices, ISO 8601; a date is its midnight in UTC (default: now)',
    }),
})

export const PROMISE_OPERATIONS = {
  'promise list': operation({
    description: 'List the promises that are not over, with whether they hold.',
    input,
    run: examinePromises,
    print: ({ promises }) => [
      ['Reference', 'Customer', 'Promised', 'Until', 'State'],
      ...promises.map(({ reference, customer, lines, until, holds, breaksAt }) => [
        reference,
        customer.name,
        lines.length === 1 ? lines[0]!.sku : `${lines[0]!.sku} and ${lines.length - 1} more`,
        until,
        holds ? (breaksAt ? `Breaks at ${breaksAt}` : 'Holds') : 'Broken',
      ]),
    ],
  }),
  'promise check': operation({
    description: 'Check all promises that are not over. Exits with 1 if one is broken.',
    input,
    run: examinePromises,
    print: ({ promises, broken }) => [
      ...broken.map((words) => `Broken: ${words}`),
      promises.length === 0
        ? 'There are no promises.'
        : `${counted(promises.length, 'promise')}: ${promises.length - broken.length} hold, ${broken.length} broken.`,
    ],
    fails: ({ broken }: Examination) => broken.length > 0,
  }),
}
