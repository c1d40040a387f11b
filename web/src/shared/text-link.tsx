import { Anchor } from '@mantine/core'
import type { AnchorProps } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { ComponentPropsWithRef } from 'react'

type Props = AnchorProps & Omit<ComponentPropsWithRef<'a'>, keyof AnchorProps>

/** A link to a page of the application, in a text. */
export const TextLink = createLink((props: Props) => <Anchor {...props} />)
