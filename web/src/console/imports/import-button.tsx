import { useState } from 'react'
import { ConfirmDialog } from '../../shared/confirm-dialog.tsx'
import { GuardedButton } from '../../shared/guarded-button.tsx'
import { areLargeMoves, priceMovesInWords } from '../../../../server/src/shared/price-moves.ts'
import type { Import } from './import-queries.ts'
import type { ImportActs } from './use-import-acts.ts'

type ImportButtonProps = { data: Import; acts: ImportActs; reason: string | null }

/** Starts an import. It asks first where other brands, categories or customers move prices at once. */
export function ImportButton({ data: { check, fileName }, acts, reason }: ImportButtonProps) {
  const [isAsked, setAsked] = useState(false)
  const moves = check?.priceMoves
  const start = () => acts.move('start')
  return (
    <>
      <GuardedButton
        reason={reason}
        variant={check ? 'filled' : 'default'}
        loading={acts.pending === 'start'}
        onClick={moves ? () => setAsked(true) : start}
      >
        Import
      </GuardedButton>
      {moves && (
        <ConfirmDialog
          opened={isAsked}
          onClose={() => setAsked(false)}
          title={`Import “${fileName}”`}
          effect={`${priceMovesInWords(moves)} That takes effect with the import.`}
          confirmLabel="Import"
          typedName={areLargeMoves(moves) ? fileName : undefined}
          onConfirm={async () => start()}
        />
      )}
    </>
  )
}
