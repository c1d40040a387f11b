import { Anchor, Button } from '@mantine/core'
import type { AnchorProps, ButtonProps } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { ComponentPropsWithRef } from 'react'

type TextLinkProps = AnchorProps & Omit<ComponentPropsWithRef<'a'>, keyof AnchorProps>

/** A link to a page of the application, in a text. */
export const TextLink = createLink((props: TextLinkProps) => <Anchor {...props} />)

type ButtonLinkProps = ButtonProps & Omit<ComponentPropsWithRef<'a'>, keyof ButtonProps>

/** A link to a page of the application that looks like a button. */
export const ButtonLink = createLink((props: ButtonLinkProps) => <Button component="a" {...props} />)
