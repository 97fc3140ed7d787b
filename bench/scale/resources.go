package main

// resource is something of which an installation has a bounded amount.
type resource struct {
	name, unit string
	limit      float64
	source     string // of the limit
	used       func(f flow) float64
	change     string // when it is exhausted
}

// Unit costs on AWS, as `make bench` measures them (docs/figures.md), and as the providers' facts give them.
const (
	writesSent   = 0.0225        // write units of a message until it is sent: its chunk, leases, intents, outcomes
	writesStatus = 0.0461 / 2.52 // and of a status: windows of receipts
	perCall      = 10            // statuses of a webhook call
	perFunction  = 400           // messages a second of a send function: 50 calls of 120 ms in flight
	perReceiver  = 2000          // statuses a second of a receipt function
	hookSeconds  = 0.02          // a webhook call holds a function so long
	consoles     = 20            // functions that the console's requests hold in business hours
)

// Unit costs on PostgreSQL: CPU of `make demo` with 67,900 recipients beside `make serve`, divided by the messages; statuses included.
const (
	databaseCPU = 22.0 / 67_900   // seconds of a core
	processCPU  = 61.0 / 67_900   // seconds of a core
	stored      = 5.98e6 / 67_900 // bytes
)

// onAWS has the bounds of an account whose quotas were not raised.
var onAWS = []resource{
	{"functions at a time", "functions", 1000, "default quota of an account",
		func(f flow) float64 {
			return f.sent/perFunction + f.statuses/perReceiver + f.statuses/perCall*hookSeconds + consoles
		}, "Raise the quota. A provider that batches more statuses in a call helps most: webhooks hold more functions than sending."},
	{"write units of the busiest table", "units/s", 4000, "a new table on demand; 40,000 is the default quota of a table",
		func(f flow) float64 { return f.sent*writesSent + f.statuses*writesStatus },
		"Warm the table up to the expected peak before the first large campaign; at 40,000 raise the quota."},
	{"webhook calls", "calls/s", 10_000, "ten times the functions at a time",
		func(f flow) float64 { return f.statuses / perCall }, "Larger batches by the provider, then the quota of functions."},
}

// onPostgres has the bounds of two machines: a copy of Herald with 4 cores, and a database with 4 cores.
var onPostgres = []resource{
	{"cores of Herald", "cores", 4, "one copy with 4 cores",
		func(f flow) float64 { return (f.sent + f.statuses/statusesOf) / 2 * processCPU },
		"Start more copies: they share queues, leases and limits in the database. Each needs 19 connections."},
	{"cores of PostgreSQL", "cores", 4, "a server with 4 cores",
		func(f flow) float64 { return (f.sent + f.statuses/statusesOf) / 2 * databaseCPU },
		"A larger server first. Then move the oldest tenants to an installation of their own: all keys begin with their owner."},
}
