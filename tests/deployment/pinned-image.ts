/** What is wrong with an image's name, or null: it names a version (a tag with a number), not "latest" and not nothing. */
export function imageFault(image: string | undefined): string | null {
  const tag = /^[^\s@]*[^\s@:/]:([\w][\w.-]*)$/.exec(image ?? '')?.[1]
  if (tag === undefined) return `image ${image} has no tag`
  return /\d+\.\d+/.test(tag) ? null : `image ${image} names no version`
}

/** Names of settings that hold a secret. */
export const secretName = /PASSWORD|SECRET|TOKEN|_KEY$|^DATABASE_URL$|^NATS_ROUTE/

/** An address with a password in plain text. A reference ("$(X)", "${X}") is none. */
export const passwordInAddress = /:\/\/[^:/@\s]*:(?!\$[({])[^@\s]+@/
