create table leases (
	name text primary key,
	holder text not null,
	until timestamptz not null
);

-- Pushes that are too large for a notification, until the copies have read them.
create table pushes (
	id bigint generated always as identity primary key,
	data bytea not null,
	made timestamptz not null default now()
);
