/**
 * The tables of the read model, in a schema of their own: everything in it follows from the log and can be made anew
 * beside it and swapped in. Each row belongs to a run of a workspace and goes with it. Numbers that come from outside
 * (counts of sources, years, tokens) are float8, which takes whatever JSON can say. Rows are of `tables.ts`.
 */
const tables = (schema: string) => `
create schema ${schema};

-- How far the log has been folded into the tables: the global sequence of the last event.
create table ${schema}.checkpoint (one boolean primary key default true check (one), seq bigint not null);
insert into ${schema}.checkpoint (seq) values (0);

create table ${schema}.run (
  workspace_id text collate "C" not null,
  run_id text collate "C" not null,
  pos int not null,
  question text,
  criteria text,
  as_of text,
  status text not null,
  step text not null,
  iteration float8 not null,
  stop_reason text,
  stop_rule float8,
  models json,
  limits json,
  searches float8 not null,
  reads float8 not null,
  snowball_rounds json not null,
  report_hash text,
  started_at timestamptz,
  ended_at timestamptz,
  primary key (workspace_id, run_id)
);
create index run_newest on ${schema}.run (workspace_id, started_at desc nulls last, run_id desc);

create table ${schema}.subquestion (
  workspace_id text collate "C" not null,
  run_id text collate "C" not null,
  subquestion_id text collate "C" not null,
  text text not null,
  rationale text not null,
  priority float8 not null,
  status text not null,
  origin text not null,
  split_into json not null,
  coverage float8 not null,
  primary key (workspace_id, run_id, subquestion_id),
  foreign key (workspace_id, run_id) references ${schema}.run on delete cascade
);

create table ${schema}.intent (
  workspace_id text collate "C" not null,
  run_id text collate "C" not null,
  intent_id text collate "C" not null,
  subquestion_id text collate "C" not null,
  text text not null,
  status text not null,
  closed_reason text,
  reword_of text,
  found float8 not null,
  relevant float8 not null,
  primary key (workspace_id, run_id, intent_id),
  foreign key (workspace_id, run_id) references ${schema}.run on delete cascade
);

create table ${schema}.operation (
  workspace_id text collate "C" not null,
  run_id text collate "C" not null,
  operation_id text collate "C" not null,
  kind text not null,
  intent_id text,
  source text not null,
  query text not null,
  iteration float8 not null,
  round float8 not null,
  seed text,
  direction text,
  outcome text not null,
  reason text,
  asked float8 not null,
  returned float8 not null,
  total float8,
  unresolved float8 not null,
  primary key (workspace_id, run_id, operation_id),
  foreign key (workspace_id, run_id) references ${schema}.run on delete cascade
);

create table ${schema}.document (
  workspace_id text collate "C" not null,
  run_id text collate "C" not null,
  document_id text collate "C" not null,
  title text not null,
  authors json not null,
  year float8,
  venue text,
  ids json not null,
  records json not null,
  scores json not null,
  status text not null,
  decision text not null,
  reason text,
  editorial text not null,
  read_depth text,
  depth float8 not null,
  found_by json not null,
  merges json not null,
  primary key (workspace_id, run_id, document_id),
  foreign key (workspace_id, run_id) references ${schema}.run on delete cascade
);

-- What one screener said of a document, under the id it had then.
create table ${schema}.screening (
  workspace_id text collate "C" not null,
  run_id text collate "C" not null,
  document_id text collate "C" not null,
  pos int not null,
  screener text not null,
  scores json not null,
  note text not null,
  reason text,
  input_cut boolean not null,
  primary key (workspace_id, run_id, document_id, pos),
  foreign key (workspace_id, run_id) references ${schema}.run on delete cascade
);

create table ${schema}.evidence (
  workspace_id text collate "C" not null,
  run_id text collate "C" not null,
  evidence_id text collate "C" not null,
  document_id text collate "C" not null,
  record_key text not null,
  subquestion_id text collate "C" not null,
  claim text not null,
  quote text not null,
  quote_check text not null,
  support text not null,
  strength float8 not null,
  section text not null,
  page float8,
  read_depth text not null,
  usable boolean not null,
  primary key (workspace_id, run_id, evidence_id),
  foreign key (workspace_id, run_id) references ${schema}.run on delete cascade
);

create table ${schema}.answer (
  workspace_id text collate "C" not null,
  run_id text collate "C" not null,
  subquestion_id text collate "C" not null,
  sentences json not null,
  not_established json not null,
  contradictions json not null,
  coverage float8 not null,
  synthesizer text not null,
  primary key (workspace_id, run_id, subquestion_id),
  foreign key (workspace_id, run_id) references ${schema}.run on delete cascade
);

-- A call to a model server; null is unknown, never 0.
create table ${schema}.call (
  workspace_id text collate "C" not null,
  run_id text collate "C" not null,
  call_id text collate "C" not null,
  pos int not null,
  role text not null,
  stage text not null,
  model text not null,
  outcome text not null,
  input_tokens float8,
  output_tokens float8,
  cached_tokens float8,
  cost_usd float8,
  ms float8 not null,
  primary key (workspace_id, run_id, call_id),
  foreign key (workspace_id, run_id) references ${schema}.run on delete cascade
);

create table ${schema}.degraded (
  workspace_id text collate "C" not null,
  run_id text collate "C" not null,
  -- Of stage, role and reason; a reason may be longer than an index takes.
  key_hash text collate "C" not null,
  stage text not null,
  role text not null,
  reason text not null,
  count float8 not null,
  primary key (workspace_id, run_id, key_hash),
  foreign key (workspace_id, run_id) references ${schema}.run on delete cascade
);
`

/** Two screeners, criteria and samples of exclusions (docs/decisions/022). */
const screening = (schema: string) => `
alter table ${schema}.run add column screening json;
alter table ${schema}.screening add column pass text, add column criterion text;
`

/** How runs of kind `answer` came to their answers. */
const answering = (schema: string) => `
alter table ${schema}.run add column answering json;
`

/** A released step is never changed; a further one is another function of the schema (docs/read-model.md). */
export const readModelMigration = { name: '0004-read-model', sql: tables('read_model') } as const
export const readModelScreeningMigration = { name: '0011-read-model-screening', sql: screening('read_model') } as const
export const readModelAnsweringMigration = { name: '0012-read-model-answering', sql: answering('read_model') } as const

/** SQL that makes all tables, empty, in a schema that does not exist yet: the steps above, one after the other. */
export function readModelTables(schema: string): string {
  return [tables, screening, answering].map((step) => step(schema)).join('\n')
}
