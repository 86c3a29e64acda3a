/** What the HTTP interface remembers beside the log. */
export const gatewayMigration = {
  name: '0010-gateway',
  sql: `
-- Requests with an idempotency key: what the first one made of itself, so that every repeat does the same.
create table idempotent_request (
  workspace_id text collate "C" not null,
  -- The route, with the run it is about.
  scope text collate "C" not null,
  idempotency_key text collate "C" not null,
  -- Of the body, as canonical JSON.
  body_hash text collate "C" not null,
  made json not null,
  at timestamptz not null,
  primary key (workspace_id, scope, idempotency_key)
);

-- Libraries by who uploaded them: a hash alone gives nobody what another workspace has.
create table uploaded_library (
  workspace_id text collate "C" not null,
  hash text collate "C" not null,
  name text not null,
  -- The event that names it in a run (LibraryImported).
  imported json not null,
  at timestamptz not null,
  primary key (workspace_id, hash)
);
`,
} as const
