/**
 * What the archive of a broker has beside the tables of the Postgres log (`eventLogMigration`, `runDeletedMigration`).
 * `broker_checkpoint` has at most one row: the stream, when it was made, and the last message that is archived or refused.
 */
export const brokerArchiveMigration = {
  name: '0008-broker-archive',
  sql: `
create table broker_checkpoint (
  one boolean primary key default true check (one),
  stream text collate "C" not null,
  -- As the broker writes it: which of all streams of that name it is.
  created text collate "C" not null,
  stream_seq bigint not null
);

-- Messages that have no place in any run (design §3): never folded, kept to be looked at.
create table broker_quarantine (
  stream_created text collate "C" not null,
  stream_seq bigint not null,
  subject text collate "C" not null,
  reason text collate "C" not null,
  detail text not null,
  at timestamptz not null,
  primary key (stream_created, stream_seq)
);

-- Stores a batch of messages in one transaction: events that have got their places, refused messages, and the checkpoint.
-- False, and nothing is done, when the archive is no longer where the caller saw it: after the message p_from of the
-- stream, with p_seq events, and none of the runs deleted.
create function archive_events(
  p_stream text, p_created text, p_from bigint, p_through bigint, p_seq bigint,
  p_runs text[], p_pos bigint[], p_ids uuid[], p_keys text[], p_types text[], p_aggregates text[], p_workspaces text[],
  p_hashes text[], p_texts text[],
  p_refused bigint[], p_subjects text[], p_reasons text[], p_details text[], p_at timestamptz[]
) returns boolean language plpgsql as $$
declare
  v_seq bigint;
  v_from bigint;
  v_created text;
  v_stream text;
  v_run text;
begin
  select c.seq into strict v_seq from event_counter c for update;
  select c.stream, c.created, c.stream_seq into v_stream, v_created, v_from from broker_checkpoint c;
  if not found then
    v_from := 0;
  elsif v_stream <> p_stream or v_created <> p_created then
    return false;
  end if;
  if v_seq <> p_seq or v_from <> p_from or exists (select from run_deleted d where d.run_id = any (p_runs)) then
    return false;
  end if;
  if cardinality(p_runs) > 0 then
    insert into event_log
      select p_seq + e.n, e.run, e.pos, e.id, e.key, e.type, e.aggregate, e.workspace, e.hash, e.text
      from unnest(p_runs, p_pos, p_ids, p_keys, p_types, p_aggregates, p_workspaces, p_hashes, p_texts)
        with ordinality as e (run, pos, id, key, type, aggregate, workspace, hash, text, n);
    insert into run_head
      select distinct on (e.run) e.run, e.workspace, p_seq + min(e.n) over (partition by e.run), e.pos, e.hash
      from unnest(p_runs, p_pos, p_workspaces, p_hashes) with ordinality as e (run, pos, workspace, hash, n)
      order by e.run, e.n desc
      on conflict (run_id) do update set pos = excluded.pos, hash = excluded.hash;
    insert into aggregate_head
      select e.run, e.aggregate, p_seq + max(e.n)
      from unnest(p_runs, p_aggregates) with ordinality as e (run, aggregate, n)
      group by e.run, e.aggregate
      on conflict (run_id, aggregate) do update set seq = excluded.seq;
    update event_counter c set seq = p_seq + cardinality(p_runs);
    for v_run in select distinct r from unnest(p_runs) r loop
      perform pg_notify('event_log', v_run);
    end loop;
  end if;
  insert into broker_quarantine
    select p_created, q.seq, q.subject, q.reason, q.detail, q.at
    from unnest(p_refused, p_subjects, p_reasons, p_details, p_at) as q (seq, subject, reason, detail, at);
  insert into broker_checkpoint (stream, created, stream_seq) values (p_stream, p_created, p_through)
    on conflict (one) do update set stream = excluded.stream, created = excluded.created, stream_seq = excluded.stream_seq;
  return true;
end $$;
`,
} as const
