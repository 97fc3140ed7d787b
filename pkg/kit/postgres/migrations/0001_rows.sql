-- Keys are bytes: they are compared as DynamoDB compares them, and text cannot hold every byte.
create table rows (
	tbl text collate "C" not null,
	pk bytea not null,
	sk bytea not null,
	doc bytea not null, -- the row as DynamoDB writes it in JSON
	expires bigint,     -- Unix time after which the row may be removed
	primary key (tbl, pk, sk)
);
create index rows_expire on rows (expires) where expires is not null;
