import { BuyerTermsFields, useBuyerTerms } from './buyer-terms.tsx'
import type { BuyerTerms } from './buyer-terms.tsx'
import { FormDialog } from './form-dialog.tsx'

type EditBuyerProps = {
  buyer: BuyerTerms & { name: string }
  currency: string
  isLimitFixed?: boolean
  onClose: () => void
  /** Gets what was changed, and what that was before. */
  save: (changes: Partial<BuyerTerms>, before: Partial<BuyerTerms>) => Promise<unknown>
}

/** Changes up to which sum a buyer may order, and the cost centre. */
export function EditBuyerDialog({ buyer, currency, isLimitFixed = false, onClose, save }: EditBuyerProps) {
  const terms = useBuyerTerms(buyer, currency)
  const submit = async () => {
    const { orderLimit, costCentre } = terms.read()
    const limitChanges = !isLimitFixed && orderLimit !== buyer.orderLimit
    const centreChanges = costCentre !== buyer.costCentre
    if (!limitChanges && !centreChanges) return
    await save(
      { ...(limitChanges && { orderLimit }), ...(centreChanges && { costCentre }) },
      {
        ...(limitChanges && { orderLimit: buyer.orderLimit }),
        ...(centreChanges && { costCentre: buyer.costCentre }),
      },
    )
  }
  return (
    <FormDialog title={`Change ${buyer.name}`} submitLabel="Change" onClose={onClose} onSubmit={submit}>
      {(fieldError) => <BuyerTermsFields terms={terms} isLimitFixed={isLimitFixed} fieldError={fieldError} />}
    </FormDialog>
  )
}
