import { Command } from 'commander'

/** `brand` and `category` are the same command twice. */
export function groupCommand(grouping: 'brand' | 'category'): Command {
  return new Command(grouping).description(`Rename and merge ${grouping === 'brand' ? 'brands' : 'categories'}.`)
}
