-- Which history of its data the server has. The table is unlogged, so that the server empties it after a crash, and a standby that takes
-- over has it empty: commits may be lost then, and the numbers of transactions are given again.
create unlogged table server_history (
	one boolean primary key default true check (one),
	id uuid not null default gen_random_uuid()
);
insert into server_history default values;
