/** The keys of the HTTP interface. A key itself is stored nowhere: only the SHA-256 of its secret, in lower-case hex. */
export const apiKeyMigration = {
  name: '0009-api-keys',
  sql: `
create table api_key (
  key_id text collate "C" primary key,
  workspace_id text collate "C" not null,
  role text not null check (role in ('viewer', 'researcher', 'admin')),
  name text not null,
  hash text collate "C" not null,
  created_at timestamptz not null,
  revoked_at timestamptz,
  last_used_at timestamptz
);
create index api_key_of_workspace on api_key (workspace_id, created_at, key_id);
`,
} as const
