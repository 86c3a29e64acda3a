import { version } from '@winnow/runs/version.ts'
import type { SourceSettings } from '@winnow/search-gateway/source-settings.ts'

/** How Winnow names itself to the servers it asks, with the contact where one is set; headers take printable ASCII alone. */
export function userAgent({ WINNOW_CONTACT }: Pick<SourceSettings, 'WINNOW_CONTACT'>): string {
  const contact = (WINNOW_CONTACT ?? '').replace(/[^\x20-\x7e]|[()\\]/g, '').trim()
  if (contact === '') return `Winnow/${version}`
  return `Winnow/${version} (${/^https?:\/\//.test(contact) ? '+' : 'mailto:'}${contact})`
}
