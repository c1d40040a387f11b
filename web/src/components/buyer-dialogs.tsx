import type { ReactNode } from 'react'
import { EditBuyerDialog } from '../shared/edit-buyer-dialog.tsx'
import { InviteBuyerDialog } from '../shared/invite-buyer-dialog.tsx'
import { LONG, NO_BREAK, nothing, Opened, refuse } from './samples.tsx'

/** Dialogs about the buyers of a customer, and their states. */
export const BUYER_DIALOGS: Record<string, Record<string, ReactNode>> = {
  EditBuyerDialog: {
    limited: (
      <Opened name="Change a buyer">
        {(opened, onClose) =>
          opened && (
            <EditBuyerDialog
              buyer={{ name: LONG, orderLimit: 50_000, costCentre: NO_BREAK }}
              currency="GBP"
              onClose={onClose}
              save={refuse}
            />
          )
        }
      </Opened>
    ),
  },
  InviteBuyerDialog: {
    empty: (
      <Opened name="Invite a buyer">
        {(opened, onClose) => (
          <InviteBuyerDialog
            {...{ opened, onClose }}
            title="Invite a buyer"
            currency="GBP"
            orderLimit={50_000}
            invite={refuse}
            onLink={nothing}
          />
        )}
      </Opened>
    ),
  },
}
