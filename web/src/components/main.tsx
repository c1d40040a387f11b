import '@mantine/core/styles.css'
import '../shared/global.css'
import { Box, Button, Container, Stack, Text, useMantineColorScheme, Anchor, Group } from '@mantine/core'
import { RouterProvider, createMemoryHistory, createRootRoute, createRouter } from '@tanstack/react-router'
import { Page, Section, NotFound } from '../shared/page.tsx'
import { createQueryClient } from '../shared/api.ts'
import { render } from '../shared/root.tsx'
import type { ReactNode } from 'react'
import { AccountMenuButton } from '../shared/account-menu-button.tsx'
import { BesidePicture } from '../shared/product-picture.tsx'
import { CompanyRefused, SignInForm } from '../shared/sign-in-form.tsx'
import { ConfirmDialog, FormDialog } from '../shared/form-dialog.tsx'
import { DataTable } from '../shared/data-table.tsx'
import { DateInput, TimeInput } from '../shared/date-input.tsx'
import { DisabledReason, GuardedButton, SaveButton } from '../shared/disabled-reason.tsx'
import { DidYouMean, Empty } from '../shared/empty.tsx'
import { FilterSelect } from '../shared/filter-select.tsx'
import { InvitationLink, EditBuyerDialog, InviteBuyerDialog } from '../shared/buyer-dialogs.tsx'
import { LabelledSwitch } from '../shared/labelled-switch.tsx'
import { MoneyInput } from '../shared/money.tsx'
import { PaletteDialog } from '../shared/palette.tsx'
import { NoPasskeysHere } from '../shared/passkey-place.tsx'
import { PictureGallery } from '../shared/picture-gallery.tsx'
import { PlainTable } from '../shared/plain-table.tsx'
import { Problem } from '../shared/problem.tsx'
import { RelativeTime } from '../shared/relative-time.tsx'
import { RouteError } from '../shared/router-options.tsx'
import { SearchBox } from '../shared/search-box.tsx'
import { SecretInput, SubmitForm } from '../shared/form.tsx'
import { TextToCopy } from '../shared/clipboard.tsx'
import { notify, notifyFailure, notifyWithUndo } from '../shared/toasts.tsx'
import {
  ORDER_PARTS,
  AddressToEdit,
  LONG,
  NO_BREAK,
  OFFLINE,
  nothing,
  refuse,
  Typed,
  Opened,
  COLUMNS,
  PICTURES,
  PRODUCTS,
  ProductPictures,
  Products,
  SelectedProducts,
  ProductToPick,
  Customer,
  fields,
} from './samples.tsx'

/** Dialogs about the buyers of a customer, and their states. */
const BUYER_DIALOGS: Record<string, Record<string, ReactNode>> = {
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

/** Each component of `shared` that is seen, and its states. */
const COMPONENTS: Record<string, Record<string, ReactNode>> = {
  AccountMenuButton: { plain: <AccountMenuButton /> },
  AddressFields: { 'with an error': <AddressToEdit /> },
  CompanyRefused: { 'not invited': <CompanyRefused refused="stranger" /> },
  BesidePicture: {
    'with a long name': (
      <BesidePicture {...{ link: null, name: LONG, category: null, image: null }}>{LONG}</BesidePicture>
    ),
  },
  ConfirmDialog: {
    'dangerous, with a name to type': (
      <Opened name="Delete customer">
        {(opened, onClose) => (
          <ConfirmDialog
            {...{ opened, onClose }}
            title="Delete customer?"
            effect={`${LONG}, its 5,000 agreed prices and its 12 buyers are deleted.`}
            confirmLabel="Delete customer"
            typedName={NO_BREAK}
            danger
            onConfirm={refuse}
          />
        )}
      </Opened>
    ),
  },
  ...BUYER_DIALOGS,
  ...ORDER_PARTS,

  DataTable: {
    'linked, sorted, with long names': <Products rowLink={() => ({ to: '/' })} />,
    'with a selection and pages': <SelectedProducts />,
    loading: <DataTable label="Products that load" columns={COLUMNS} rows={undefined} rowKey={({ id }) => id} />,
    'while the next rows come': <Products label="Products of before" isStale />,
    empty: <Products rows={[]} empty={<Empty title="No products yet">Import a price list.</Empty>} />,
  },
  DateInput: {
    empty: <Typed>{(value, onChange) => <DateInput label="From" {...{ value, onChange }} />}</Typed>,
    wrong: <Typed of="5 January">{(value, onChange) => <DateInput label="Until" {...{ value, onChange }} />}</Typed>,
    disabled: <DateInput label="Published on" value="2027-01-05" onChange={nothing} disabled />,
  },
  DidYouMean: { 'with a long text': <DidYouMean q={LONG} /> },
  DisabledReason: {
    'with a reason': (
      <DisabledReason reason="Only an owner may do this.">
        <Button>Invite</Button>
      </DisabledReason>
    ),
  },
  Empty: {
    'with a next step': (
      <Empty title="No orders yet" action={<Button>Place an order</Button>}>
        Orders of your customers appear here. {LONG}
      </Empty>
    ),
  },
  FilterSelect: { empty: <FilterSelect label="Brand" param="brand" data={['Hollin', LONG]} /> },
  FormDialog: {
    'refused when it is sent': (
      <Opened name="Rename">
        {(opened, onClose) => (
          <FormDialog {...{ opened, onClose }} title={`Rename ${LONG}`} submitLabel="Rename" onSubmit={refuse}>
            {fields}
          </FormDialog>
        )}
      </Opened>
    ),
    'that cannot be sent yet': (
      <Opened name="Add lines">
        {(opened, onClose) => (
          <FormDialog {...{ opened, onClose }} title="Add lines" onSubmit={refuse} disabled>
            {fields}
          </FormDialog>
        )}
      </Opened>
    ),
  },
  GuardedButton: { 'with a reason': <GuardedButton reason="It is published.">Publish</GuardedButton> },
  InvitationLink: {
    'with a long name': (
      <InvitationLink
        invited={{ name: LONG, link: `https://catalogue.example/invitation/${NO_BREAK}` }}
        onClose={nothing}
      />
    ),
  },
  LabelledSwitch: {
    on: <LabelledSwitch label="Active" description="Buyers see it." defaultChecked />,
    disabled: <LabelledSwitch label="Sample" disabled />,
  },
  MoneyInput: {
    empty: (
      <Typed>{(value, onChange) => <MoneyInput label="List price" currency="GBP" {...{ value, onChange }} />}</Typed>
    ),
    wrong: (
      <Typed of="a lot">
        {(value, onChange) => <MoneyInput label="Cost" currency="EUR" {...{ value, onChange }} />}
      </Typed>
    ),
    disabled: <MoneyInput label="Total" currency="JPY" value="12,345,678" onChange={nothing} disabled />,
  },
  NoPasskeysHere: { 'at an address without passkeys': <NoPasskeysHere /> },
  NotFound: { plain: <NotFound /> },

  PaletteDialog: {
    'with an act that cannot be done': (
      <Opened name="Search or jump to…">
        {(opened, onClose) =>
          opened && (
            <PaletteDialog
              actions={[
                { id: '1', label: 'Products', group: 'Go to', shortcut: 'G P', run: nothing },
                { id: '2', label: LONG, group: 'On this page', disabledReason: 'It is a sample.', run: nothing },
              ]}
              searches={[]}
              onClose={onClose}
            />
          )
        }
      </Opened>
    ),
  },
  PictureGallery: {
    'several pictures': <PictureGallery name={LONG} category="Plates" pictures={PICTURES} />,
    'no picture': <PictureGallery name={LONG} category="Plates" pictures={[]} />,
  },

  PlainTable: { 'with long names': <PlainTable label="Plain products" columns={COLUMNS} rows={PRODUCTS} /> },
  Problem: {
    'the service is away': <Problem error={OFFLINE} retry={nothing} />,
    'in words of the page': <Problem error={`${LONG} has no price.`} />,
  },
  ProductPicture: { 'with an image, without one, and with one that is lost': <ProductPictures /> },
  ProductField: {
    'with suggestions': <ProductToPick />,
    'with an error': <ProductToPick error="There is no such product." />,
    disabled: <ProductToPick disabled />,
  },
  RelativeTime: { 'long ago': <RelativeTime at="2026-01-05T09:30:00Z" timezone="Europe/London" /> },
  RouteError: { 'the page did not load': <RouteError error={OFFLINE} reset={nothing} /> },
  SaveButton: {
    plain: <SaveButton pending={false} reason={null} />,
    pending: <SaveButton pending reason={null} />,
    disabled: <SaveButton pending={false} reason={null} disabled />,
    'not allowed': <SaveButton pending={false} reason="You may read this only." />,
  },
  SearchBox: { empty: <SearchBox label="Search products" /> },
  SearchSelect: {
    'with a long choice': <Customer />,
    'with an error': <Customer error="Choose a customer." />,
    disabled: <Customer disabled />,
  },
  SecretInput: {
    'one that is there': <SecretInput label="Password" />,
    'a new one, with an error': <SecretInput label="New password" isNew error="Choose a longer one." />,
  },
  SignInForm: { 'without passkeys': <SignInForm onEnter={nothing} forgotten={<Anchor href="#">Forgotten?</Anchor>} /> },
  SubmitForm: {
    'refused when it is sent': (
      <SubmitForm onSubmit={refuse}>
        {(fieldError, pending) => (
          <>
            {fields(fieldError)}
            <Button type="submit" loading={pending}>
              Send
            </Button>
          </>
        )}
      </SubmitForm>
    ),
  },
  TextToCopy: { 'without a place to break': <TextToCopy text={NO_BREAK.repeat(3)} /> },
  TimeInput: {
    wrong: <Typed of="6">{(value, onChange) => <TimeInput label="At" {...{ value, onChange }} />}</Typed>,
  },

  Toasts: {
    'each kind': (
      <Group>
        <Button onClick={() => notify(`${LONG} was saved.`)}>Say</Button>
        <Button onClick={() => notifyWithUndo('2 products were deleted.', refuse)}>Say with undo</Button>
        <Button onClick={() => notifyFailure(OFFLINE)}>Say what failed</Button>
      </Group>
    ),
  },
}

/* The components of `shared` in their states, at /components.html of `npm run dev`. The build leaves this page out. */

const queryClient = createQueryClient()
queryClient.setQueryData(['passkey-place'], { origin: 'https://catalogue.example', reason: null })

const router = createRouter({
  routeTree: createRootRoute({ component: ComponentsPage }),
  history: createMemoryHistory(),
})

function ComponentsPage() {
  const { toggleColorScheme } = useMantineColorScheme()
  return (
    <Container component="main" py="md">
      <Page
        title="Components"
        description="What the applications share, in its states."
        actions={<Button onClick={toggleColorScheme}>Other colours</Button>}
      >
        <Stack>
          {Object.entries(COMPONENTS).map(([name, states]) => (
            <Section key={name} title={name}>
              <Stack gap="lg">
                {Object.entries(states).map(([state, shown]) => (
                  <Box key={state}>
                    <Text size="sm" c="dimmed" mb={4}>
                      {state}
                    </Text>
                    {shown}
                  </Box>
                ))}
              </Stack>
            </Section>
          ))}
        </Stack>
      </Page>
    </Container>
  )
}

render(queryClient, <RouterProvider router={router as never} />)
