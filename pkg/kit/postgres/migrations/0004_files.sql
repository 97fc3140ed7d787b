-- A file names its content, which is chunks and never changes: a file that is replaced gets new chunks, and readers of the old ones go on.
create table files (
	bucket text collate "C" not null,
	name text collate "C" not null,
	content uuid not null,
	type text not null,
	size bigint not null,
	made timestamptz not null default now(),
	primary key (bucket, name)
);
create table file_chunks (
	content uuid not null,
	n int not null, -- from 0 on; all but the last of a content are of one size
	data bytea not null,
	primary key (content, n)
);
alter table file_chunks alter column data set storage external; -- most files are compressed already

-- Contents that no file has, because they are still written or were replaced or deleted. Their chunks are removed after a time.
create table file_leftovers (
	content uuid primary key,
	until timestamptz not null
);
create index file_leftovers_until on file_leftovers (until);
