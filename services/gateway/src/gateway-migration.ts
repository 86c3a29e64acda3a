/** What the HTTP interface remembers beside the log. */
export const gatewayMigration = {
  name: '0010-gateway',
  sql: `
-- Runs that were asked for under an idempotency key: what the first request made of it, so that every repeat does the same.
create table posted_run (
  workspace_id text collate "C" not null,
  idempotency_key text collate "C" not null,
  -- Of the body, as canonical JSON.
  body_hash text collate "C" not null,
  run_id text collate "C" not null,
  trace_id text collate "C" not null,
  request json not null,
  imports json not null,
  notes json not null,
  at timestamptz not null,
  primary key (workspace_id, idempotency_key)
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
