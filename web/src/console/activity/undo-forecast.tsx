import { Loader, Text } from '@mantine/core'
import { counted } from '../../../../server/src/shared/counted.ts'
import { Problem } from '../../shared/problem.tsx'
import { areLargeMovesOfGroup, MovesText } from '../customers/moves-text.tsx'
import { staysText, THINGS } from './undo-queries.ts'
import type { UndoForecast, WayToUndo } from './undo-queries.ts'

type Props = { kind: WayToUndo['kind']; forecast: UndoForecast | undefined; error: unknown }

/** What an undo takes back and does to prices, and what it leaves because somebody has changed it since. */
export function UndoForecastText({ kind, forecast, error }: Props) {
  if (error) return <Problem error={error} />
  if (!forecast) return <Loader size="sm" aria-label="Looking what was changed since" />
  const { undoes, leaves, examples, moves } = forecast
  const thing = THINGS[kind]
  return (
    <>
      <Text>
        {undoes === 0 ? 'Nothing can be undone.' : `${counted(undoes, thing)} will be as before.`}{' '}
        {leaves > 0 && staysText(leaves, thing)}
      </Text>
      {examples.length > 0 && (
        <Text size="sm" c="dimmed">
          {examples.join(', ')}
          {leaves > examples.length && ' …'}
        </Text>
      )}
      {moves && <MovesText moves={moves} />}
    </>
  )
}

/** What has to be typed before an undo that moves many prices, or one by much: the number of records. */
export function typedToUndo(forecast: UndoForecast | undefined): string | undefined {
  return forecast && areLargeMovesOfGroup(forecast.moves) ? String(forecast.undoes) : undefined
}
