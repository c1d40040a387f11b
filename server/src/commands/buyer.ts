import { Command } from 'commander'

export function buyerCommand(): Command {
  return new Command('buyer').description('Invite, disable and enable the buyers of customers.')
}
