/**
 * The tables of the Postgres log. `event.envelope` is the chained text of the event, byte for byte; the columns beside it
 * are what is searched by. `event_counter` has one row: an append locks it until its commit, so sequences become
 * visible in their order and a reader never skips an append that is still in flight (design §4).
 */
export const eventLogMigration = {
  name: '0001-event-log',
  sql: `
create table event_counter (one boolean primary key default true check (one), seq bigint not null);
insert into event_counter (seq) values (0);

create table event_log (
  seq bigint primary key,
  run_id text collate "C" not null,
  pos bigint not null,
  -- Of run and key (uuid v5, checked at the append): unique ids are unique keys.
  id uuid not null unique,
  key text collate "C" not null,
  type text collate "C" not null,
  aggregate text collate "C" not null,
  workspace_id text collate "C" not null,
  hash text collate "C" not null,
  envelope text not null,
  unique (run_id, pos)
);

create table run_head (
  run_id text collate "C" primary key,
  workspace_id text collate "C" not null,
  first_seq bigint not null,
  pos bigint not null,
  hash text collate "C" not null
);

-- The last event of an aggregate of a run: its version.
create table aggregate_head (
  run_id text collate "C" not null,
  aggregate text collate "C" not null,
  seq bigint not null,
  primary key (run_id, aggregate)
);

create table event_quarantine (
  run_id text collate "C" not null,
  pos bigint not null,
  reason text not null,
  detail text not null,
  primary key (run_id, pos)
);

create table consumer_group (name text collate "C" primary key, seq bigint not null);

-- A delivery that waits, or is in work until its lease ends at "due".
create table event_delivery (
  group_name text collate "C" not null references consumer_group (name),
  seq bigint not null,
  deliveries int not null default 0,
  due timestamptz not null default '-infinity',
  primary key (group_name, seq)
);

-- One round trip for an append. Events come as the text before and after their position. A known key counts as recorded
-- before anything else is looked at, so a repeated append succeeds with its old expectation.
create function append_events(
  p_run text, p_workspace text, p_aggregate text, p_expected bigint,
  p_ids uuid[], p_keys text[], p_types text[], p_before text[], p_after text[]
) returns table (kind text, version bigint, recorded int) language plpgsql set enable_seqscan = off as $$
-- Plans are kept for the session, also those made while the tables were empty: they must be those for full ones.
declare
  v_seq bigint;
  v_known bigint;
  v_current bigint;
  v_last bigint := 0;
  v_recorded int := 0;
  v_head run_head;
  v_text text;
begin
  select c.seq into strict v_seq from event_counter c for update;
  select * into v_head from run_head h where h.run_id = p_run;
  if v_head.workspace_id <> p_workspace then
    raise exception 'run % belongs to workspace %, not %', p_run, v_head.workspace_id, p_workspace;
  end if;
  select a.seq into v_current from aggregate_head a where a.run_id = p_run and a.aggregate = p_aggregate;
  v_current := coalesce(v_current, 0);
  for i in 1 .. cardinality(p_keys) loop
    select e.seq into v_known from event_log e where e.id = p_ids[i];
    if found then
      v_last := greatest(v_last, v_known);
      continue;
    end if;
    if v_current <> p_expected then
      return query select 'conflict', v_current, 0;
      return;
    end if;
    v_seq := v_seq + 1;
    if v_head.run_id is null then
      v_head := row(p_run, p_workspace, v_seq, 0, repeat('0', 64));
    end if;
    v_head.pos := v_head.pos + 1;
    v_text := p_before[i] || v_head.pos || p_after[i];
    v_head.hash := encode(sha256(convert_to(v_head.hash || v_text, 'UTF8')), 'hex');
    insert into event_log values
      (v_seq, p_run, v_head.pos, p_ids[i], p_keys[i], p_types[i], p_aggregate, p_workspace, v_head.hash, v_text);
    v_last := v_seq;
    v_current := v_seq;
    v_recorded := v_recorded + 1;
  end loop;
  if v_recorded > 0 then
    update event_counter c set seq = v_seq;
    insert into run_head values (v_head.*) on conflict (run_id) do update set pos = excluded.pos, hash = excluded.hash;
    insert into aggregate_head values (p_run, p_aggregate, v_seq) on conflict (run_id, aggregate) do update set seq = excluded.seq;
    perform pg_notify('event_log', p_run);
  end if;
  return query select 'appended', v_last, v_recorded;
end $$;

-- Gives out deliveries that are due, oldest first, each to one caller, for the time of the lease. Events that came since the
-- group's last call become deliveries first.
create function claim_deliveries(p_group text, p_aggregates text[], p_types text[], p_limit int, p_lease interval)
returns table (seq bigint, delivery int) language plpgsql as $$
declare
  v_from bigint;
  v_to bigint;
begin
  select coalesce(max(e.seq), 0) into v_to from event_log e;
  insert into consumer_group values (p_group, 0) on conflict do nothing;
  select g.seq into strict v_from from consumer_group g where g.name = p_group;
  if v_from < v_to then
    select g.seq into strict v_from from consumer_group g where g.name = p_group for update;
    insert into event_delivery (group_name, seq)
      select p_group, e.seq from event_log e
      where e.seq > v_from and e.seq <= v_to and e.aggregate = any (p_aggregates) and (p_types is null or e.type = any (p_types));
    update consumer_group g set seq = greatest(g.seq, v_to) where g.name = p_group;
  end if;
  return query
    with free as (
      select d.seq from event_delivery d where d.group_name = p_group and d.due <= clock_timestamp()
      order by d.seq limit p_limit for update skip locked
    ), taken as (
      update event_delivery d set deliveries = d.deliveries + 1, due = clock_timestamp() + p_lease
      from free where d.group_name = p_group and d.seq = free.seq
      returning d.seq, d.deliveries
    )
    select taken.seq, taken.deliveries from taken order by taken.seq;
end $$;
`,
} as const
