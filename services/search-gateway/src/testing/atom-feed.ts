/** One entry of a made-up arXiv feed. */
export interface FeedEntry {
  readonly id: string
  readonly title?: string
  /** More elements, as XML. */
  readonly more?: string
}

/** An arXiv feed of the shape of 2026. `total`: hits that it counts, as many as entries unless told; null leaves it out. */
export function atomFeed(entries: readonly (string | FeedEntry)[], total: number | null = entries.length): string {
  const count = total === null ? '' : `<opensearch:totalResults>${total}</opensearch:totalResults>`
  return `<?xml version='1.0' encoding='UTF-8'?>
<feed xmlns:opensearch="http://a9.com/-/spec/opensearch/1.1/" xmlns:arxiv="http://arxiv.org/schemas/atom" xmlns="http://www.w3.org/2005/Atom">
${count}${entries.map((entry) => entryXml(typeof entry === 'string' ? { id: entry } : entry)).join('')}</feed>`
}

function entryXml({ id, title = `Title ${id}`, more = '' }: FeedEntry): string {
  return `<entry><id>http://arxiv.org/abs/${id}</id><title>${title}</title><published>2020-01-02T00:00:00Z</published>${more}</entry>`
}
