create table messages (
	id bigint generated always as identity primary key,
	queue text collate "C" not null,
	tenant text collate "C" not null, -- whose message it is, for fair queues
	body bytea not null,
	visible timestamptz not null,      -- a consumer gets it from then on
	received int not null default 0,   -- deliveries so far
	handle text                        -- of the last delivery
);
create index messages_next on messages (queue, tenant, visible, id);
create index messages_returned on messages (queue, visible) where received > 0;
create index messages_earliest on messages (queue, visible);

create table dead_messages (
	id bigint primary key,
	queue text collate "C" not null,
	tenant text collate "C" not null,
	body bytea not null,
	received int not null,
	died timestamptz not null default now()
);
create index dead_messages_queue on dead_messages (queue, id);
